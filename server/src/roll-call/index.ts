import { DAY_MS, namesKeptMs } from '@allclear/domain';
import { lightning } from '../lightning/index.ts';
import { OncePerSecond } from '../notifications/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { calledGroupRoutes } from './called-groups.routes.ts';
import { checkInRoutes } from './check-in.routes.ts';
import { endLoop } from './end-loop.ts';
import { entryRoutes } from './entries.routes.ts';
import { groupRoutes } from './expected-groups.routes.ts';
import { dropNamesBefore } from './names.store.ts';
import { rollCallRoutes } from './roll-call.routes.ts';
import { dropRollCallsBefore } from './roll-calls.store.ts';
import { RollCalls } from './roll-calls.ts';
import { shelterRoutes } from './shelters.routes.ts';

export { rollCallsWithin } from './live-count.store.ts';

/** As long as notices, and so responses, are kept. */
const keepMs = 400 * DAY_MS;

/** Shelters of places, and who is where while a place is held. It reads the answer of a place and changes nothing of it. */
export const rollCall = defineSubject({
  name: 'roll-call',
  needs: { lightning },
  topics: { 'roll-call': 'organization' },
  changeTopics: ['roll-call'],
  async open({ platform, needs }) {
    const { db, clock, events } = platform;
    // Thousands check in within a minute.
    const changed = new OncePerSecond((ids) => events.publish('roll-call', ids));
    const calls = new RollCalls({ db, clock, live: needs.lightning.live });
    return {
      api: {},
      routes(app) {
        shelterRoutes(app, { db, clock });
        groupRoutes(app, { db, clock });
        rollCallRoutes(app, calls);
        calledGroupRoutes(app, calls);
        entryRoutes(app, calls);
        checkInRoutes(app, calls);
      },
      loops: [endLoop(platform)],
      retention: [
        { table: 'roll_call_members', keepMs: namesKeptMs, dropBefore: dropNamesBefore },
        { table: 'roll_calls', keepMs, dropBefore: dropRollCallsBefore },
      ],
      changes: {
        apply({ topic, ids }) {
          if (topic === 'roll-call') changed.add(ids ?? []);
        },
        async reload() {},
      },
      async close() {
        changed.close();
      },
    };
  },
});
