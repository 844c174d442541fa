import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Database, Store } from '../../src/platform/database/database.ts';
import { addPeople } from '../notified-people.ts';
import { adminOf, type ImportedKind, importsOf } from './kill-context.ts';
import { type KillCount, type KillRounds, organizationIsFree, runKilled, runWhole } from './kill-rounds.ts';

const rowCounts: Record<ImportedKind, number> = { places: 1_000, people: 400 };

/** What is stored of a round. */
const stored: Record<ImportedKind, (db: Database, round: string) => Promise<Record<string, number>>> = {
  async places(db, round) {
    const { rows } = await sql<Record<string, number>>`
      select count(*)::int as places from organization_locations where name like ${`${round} %`}`.execute(db);
    return rows[0] ?? {};
  },
  /** Each person has one link, one mail, and one job that sends it. */
  async people(db, round) {
    const { rows } = await sql<Record<string, number>>`
      select count(*)::int as people, count(distinct l.user_id)::int as links,
        count(distinct m.user_id)::int as mails, count(distinct j.payload->>'id')::int as jobs
      from users u
        left join account_links l on l.user_id = u.id
        left join account_mails m on m.user_id = u.id
        left join job_records j on j.name = 'send-account-mail' and j.payload->>'id' = m.id::text
      where u.first_name = ${round}`.execute(db);
    return rows[0] ?? {};
  },
};

/**
 * Kills imports of CSV files: each is stored whole and its preview is gone, or nothing of it is stored and the
 * preview can be imported.
 */
export async function killImports(
  kind: ImportedKind,
  { store, random, goesOn }: KillRounds,
): Promise<KillCount> {
  const rowCount = rowCounts[kind];
  let wholeMs = 0;
  // The first one reads modules from the disk and would name a time in which all others have ended.
  for (const round of ['First', 'Second']) {
    const first = await openRound(store, kind, round);
    wholeMs = await runWhole('importing-process.ts', first.processArgs);
    assert.equal(await first.storedRows(), rowCount);
  }
  let [kills, whole, none] = [0, 0, 0];
  while (goesOn(kills, none)) {
    kills += 1;
    const round = await openRound(store, kind, `Round ${kills}`);
    await runKilled('importing-process.ts', round.processArgs, random() * wholeMs);
    if ((await round.storedRows()) === rowCount) {
      whole += 1;
      continue;
    }
    none += 1;
    await importsOf(store.db, kind).store(round.principal, round.importId);
    assert.equal(await round.storedRows(), rowCount);
  }
  return { kills, whole, none };
}

/** An organization of its own, because an organization has a limited number of places, with a preview. */
async function openRound(store: Store, kind: ImportedKind, round: string) {
  const { db } = store;
  // The people of other rounds have the same addresses.
  await sql`update users set email = null where email like '%@told.example'`.execute(db);
  const { organizationId, userIds } = await addPeople(db, 1);
  await db
    .insertInto('groups')
    .values({
      ...{ organization_id: organizationId, name: 'Coaches', time_zone: 'America/Chicago' },
      ...{ alert_times: JSON.stringify([]), created_at: new Date(), updated_at: new Date() },
    })
    .execute();
  const userId = userIds[0] ?? '';
  const principal = adminOf(organizationId, userId);
  const csv = csvOf(kind, round, rowCounts[kind]);
  const { id: importId } = await importsOf(db, kind).preview(principal, csv);
  return {
    principal,
    importId,
    processArgs: [store.url, kind, organizationId, userId, importId],
    /** All rows or 0; throws for a part of them, and when the preview is not as it has to be. */
    async storedRows(): Promise<number> {
      await organizationIsFree(store, organizationId);
      const previews = await db.selectFrom('imports').select('id').where('id', '=', importId).execute();
      const counts = Object.values(await stored[kind](db, round));
      const expected = previews.length === 0 ? rowCounts[kind] : 0;
      for (const count of counts) assert.equal(count, expected, `${round}: ${counts.join()}`);
      return expected;
    },
  };
}

function csvOf(kind: ImportedKind, round: string, count: number): Buffer {
  const header = kind === 'places' ? 'Name,Latitude,Longitude' : 'First Name,Email,User Group';
  const lines = Array.from({ length: count }, (_, n) =>
    kind === 'places'
      ? `${round} field ${n},30,-90`
      : `${round},${round.toLowerCase().replace(' ', '-')}-${n}@kill.example,Coaches`,
  );
  return Buffer.from(`${header}\n${lines.join('\n')}\n`);
}
