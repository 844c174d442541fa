import { notifications, OncePerSecond } from '../notifications/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { chainRoutes } from './chain.routes.ts';
import { deskRoutes } from './desk.routes.ts';
import { escalationLoop } from './escalation-loop.ts';
import { responseRoutes } from './responses.routes.ts';
import { receivedSmsRoutes } from './sms/received-sms.routes.ts';
import { dropOldReceivedSms, receivedSmsKeptMs } from './sms/received-sms.store.ts';

export { type RequestToWrite, writeResponseRequest } from './requests.store.ts';
export { type AskingWarning, askFurtherPeople, joinEvent, requestOfEvent } from './warning-requests.store.ts';

export const responses = defineSubject({
  name: 'responses',
  needs: { notifications },
  topics: { responses: 'organization' },
  changeTopics: ['responses'],
  async open({ platform, needs }) {
    const { db, clock, events, log, secrets } = platform;
    // Thousands respond within a minute.
    const changed = new OncePerSecond((ids) => events.publish('responses', ids));
    return {
      api: {},
      async routes(app) {
        responseRoutes(app, { db, clock });
        deskRoutes(app, { db });
        chainRoutes(app, { db, clock });
        await receivedSmsRoutes(app, { db, clock, secrets, channels: needs.notifications.channels });
      },
      retention: [{ table: 'received_sms', keepMs: receivedSmsKeptMs, dropBefore: dropOldReceivedSms }],
      loops: [escalationLoop({ db, clock, log })],
      changes: {
        apply({ topic, ids }) {
          if (topic === 'responses') changed.add(ids ?? []);
        },
        async reload() {},
      },
      async close() {
        changed.close();
      },
    };
  },
});
