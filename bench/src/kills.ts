/**
 * `npm run kills`: ends processes as a power cut would, at random moments of an import of places, of an import of
 * people, of invitations, of erasures, of deliveries, of events for webhooks, of changes with their audit entries,
 * of soundings of sirens, of reports, of the entries of a roll-call, of messages to many people and while strikes are being stored. `--times=100` says how often each, `--seed=7` which moments, `--only=people` what
 * alone, `--people=10000` how many get each message. It stops at the first change that was stored in part or without its entry, message that came twice, event
 * that was lost or acknowledged fact that was lost.
 */
import { parseArgs } from 'node:util';
import { openStore } from '@allclear/server/platform/database/database.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { killAudit } from '@allclear/server/test/kills/kill-audit.ts';
import { killCallingServer } from '@allclear/server/test/kills/kill-calling-server.ts';
import { killDeliveries } from '@allclear/server/test/kills/kill-deliveries.ts';
import { killErasures } from '@allclear/server/test/kills/kill-erasures.ts';
import { killHardware } from '@allclear/server/test/kills/kill-hardware.ts';
import { killImports } from '@allclear/server/test/kills/kill-imports.ts';
import { killInvitations } from '@allclear/server/test/kills/kill-invitations.ts';
import { killMessages } from '@allclear/server/test/kills/kill-messages.ts';
import { killReports } from '@allclear/server/test/kills/kill-reports.ts';
import { killRollCall } from '@allclear/server/test/kills/kill-roll-call.ts';
import type { KillRounds } from '@allclear/server/test/kills/kill-rounds.ts';
import { killStrikes } from '@allclear/server/test/kills/kill-strikes.ts';
import { killWebhooks } from '@allclear/server/test/kills/kill-webhooks.ts';
import { withDatabase } from './database.ts';
import { random } from './measure.ts';

const runs: Record<string, (rounds: KillRounds) => Promise<object>> = {
  places: (rounds) => killImports('places', rounds),
  people: (rounds) => killImports('people', rounds),
  invitations: killInvitations,
  erasures: killErasures,
  deliveries: killDeliveries,
  audit: killAudit,
  strikes: killStrikes,
  webhooks: killWebhooks,
  hardware: killHardware,
  reports: killReports,
  'roll-call': killRollCall,
  'roll-call-server': killCallingServer,
  messages: (rounds) => killMessages(rounds, { people }),
};

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    only: { type: 'string' },
    people: { type: 'string', default: '200' },
  },
});
const [times, seed, people] = [Number(values.times), Number(values.seed), Number(values.people)];
const chosen = Object.entries(runs).filter(([name]) => values.only === undefined || name === values.only);
if (
  !Number.isInteger(times) ||
  times < 1 ||
  !(people >= 1) ||
  !Number.isInteger(seed) ||
  chosen.length === 0
) {
  console.error(`Use --times=100, --seed=7 and --only=${Object.keys(runs).join('|')}.`);
  process.exit(1);
}
console.log(`--times=${times} --seed=${seed}`);
for (const [name, run] of chosen) {
  // Each has a database and moments of its own, so that --only repeats it.
  const count = await withDatabase(async (url) => {
    const store = openStore(url, { onError: () => {} });
    try {
      await migrate(store.pool);
      return await run({ store, random: random(seed), goesOn: (kills) => kills < times });
    } finally {
      await store.close();
    }
  });
  console.log(JSON.stringify({ [name]: count }));
}
