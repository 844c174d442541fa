/**
 * What an audit entry adds to a change: the median time of a changed policy and of a changed location, with the entry
 * and without it, in turn on one database. Goal: at most a millisecond. "Without" is the same code whose call of the
 * database for the entry is left out; what the entry costs in the process itself is measured apart and added.
 */
import { changeLocation, insertLocation } from '@allclear/server/locations/store.ts';
import type { Actor } from '@allclear/server/platform/actor.ts';
import { appendAudit } from '@allclear/server/platform/audit/audit.store.ts';
import { type Database, openStore, type Store } from '@allclear/server/platform/database/database.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { changePolicy, insertPolicy, type PolicyInput } from '@allclear/server/policies/store.ts';
import { addPeople } from '@allclear/server/test/notified-people.ts';
import { withDatabase } from '../database.ts';
import { percentile, present, printed } from '../measure.ts';

const rounds = 600;
/** The first rounds compile the code and fill caches. */
const warmUpRounds = 100;
const goalAddsMs = 1;
const now = Date.UTC(2026, 5, 6);
const origin = {
  ...{ network: '192.0.2.7', requestId: '5f0c3a52-5b0e-4c1c-9a60-0c9f4f9d7b11' },
  credential: { kind: 'grant', id: 'f2f7f7c0-6d6c-4a55-8a43-8d4b0a3f1c22' },
} as const;

export function runAudit(): Promise<unknown> {
  return withDatabase(async (url) => {
    const audited = openStore(url, { onError: () => {} });
    const bare = openStore(url, { onError: () => {} });
    leaveEntriesOut(bare);
    try {
      await migrate(audited.pool);
      const policy = await measure(audited, bare, policyChanges);
      const location = await measure(audited, bare, locationChanges);
      const added = [policy, location].map(({ addsMs }) => addsMs);
      return { audit: { policy, location, goalAddsMs, isWithinGoal: Math.max(...added) <= goalAddsMs } };
    } finally {
      await bare.close();
      await audited.close();
    }
  });
}

/** Answers the call that adds an entry without sending it. */
function leaveEntriesOut({ pool }: Store): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    const query = (...args: unknown[]) =>
      typeof args[0] === 'string' && args[0].startsWith('select append_audit(')
        ? Promise.resolve({ command: 'SELECT', rowCount: 1, rows: [] })
        : send(...args);
    Object.assign(client, { query });
  });
}

/** Makes a record and gives a change of it, another one each time. */
type Changes = (
  db: Database,
  of: { organizationId: string; userId: string },
) => Promise<(db: Database, round: number) => Promise<unknown>>;

const policyChanges: Changes = async (db, { organizationId, userId }) => {
  const actor = actorOf(organizationId, userId);
  const policyOf = (threshold: number): PolicyInput => ({
    ...{ typeShortName: 'WIND', name: 'Wind', threshold, allClearMinutes: 30, reAlertMinutes: 30 },
    ...{ allGroups: true, groupIds: [], events: [], lifeSafety: false, asksResponse: false },
    actions: [{ allClear: false, message: 'Go inside.' }],
  });
  const how = { now, check: async () => {} };
  const { id } = await insertPolicy(db, actor, organizationId, policyOf(20), how);
  return (on, round) =>
    changePolicy(on, actor, { organizationId, id }, () => policyOf(20 + (round % 50)), how);
};

const locationChanges: Changes = async (db, { organizationId, userId }) => {
  const actor = actorOf(organizationId, userId);
  const input = {
    ...{
      label: 'Home',
      locationName: 'Road 1',
      latitude: 28,
      longitude: -82,
      radius1: 8,
      radius2: 0,
      radius3: 0,
    },
    ...{ radius4: 0, allClearMinutes: 30, flags: 0, forecastLocation: false, organizationLocationId: null },
    timeZone: 'America/New_York',
  };
  const limits = { now, max: 10 };
  const { id } = await insertLocation(db, actor, organizationId, userId, input, limits);
  return (on, round) =>
    changeLocation(
      on,
      actor,
      { organizationId, id },
      { radius1: 1 + (round % 40), latitude: 28 + round / 1e4 },
      now,
    );
};

function actorOf(organizationId: string, userId: string): Actor {
  return { kind: 'user', organizationId, userId, via: 'session', origin };
}

async function measure(audited: Store, bare: Store, changes: Changes) {
  await audited.pool.query('update users set email = null');
  const { organizationId, userIds } = await addPeople(audited.db, 1);
  const of = { organizationId, userId: present(userIds[0]) };
  const change = await changes(audited.db, of);
  const withMs: number[] = [];
  const withoutMs: number[] = [];
  const timed = async (db: Database, round: number, into: number[]) => {
    const startMs = performance.now();
    await change(db, round);
    if (round >= warmUpRounds) into.push(performance.now() - startMs);
  };
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    // Each of them is first as often: the second finds the pages of the first in the caches.
    if (round % 2 === 0) await timed(audited.db, round, withMs);
    await timed(bare.db, round, withoutMs);
    if (round % 2 === 1) await timed(audited.db, round, withMs);
  }
  const inProcessMs = await entryInProcess(bare, of);
  const [withEntry, withoutEntry] = [percentile(withMs, 0.5), percentile(withoutMs, 0.5)];
  const { rows } = await audited.pool.query<{ count: number }>(
    `select count(*)::int as count from audit_entries where chain = $1 and action like '%.changed'`,
    [organizationId],
  );
  if (rows[0]?.count !== warmUpRounds + rounds) throw new Error('Not each change has its entry.');
  return {
    changes: rounds,
    withMs: rounded(withEntry),
    withoutMs: rounded(withoutEntry),
    inProcessMs: rounded(inProcessMs),
    // The bare change includes what the entry costs in the process.
    addsMs: rounded(withEntry - withoutEntry + inProcessMs),
    ratio: rounded(withEntry / (withoutEntry - inProcessMs)),
  };
}

/** What an entry costs without the database, ms. */
async function entryInProcess(
  bare: Store,
  { organizationId, userId }: { organizationId: string; userId: string },
) {
  const samples: number[] = [];
  await bare.db.transaction().execute(async (transaction) => {
    for (let round = 0; round < rounds; round++) {
      const before = { name: 'Wind', threshold: 30, message: 'Go inside.', latitude: 28, radius1: 8 };
      const startMs = performance.now();
      await appendAudit(transaction, actorOf(organizationId, userId), {
        ...{ chain: organizationId, action: 'policy.changed', recordId: organizationId, now },
        ...{ before, after: { ...before, threshold: 31 }, personal: { userId, fields: ['latitude'] } },
      });
      samples.push(performance.now() - startMs);
    }
  });
  return percentile(samples, 0.5);
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

await printed(import.meta, runAudit);
