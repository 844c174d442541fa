import assert from 'node:assert/strict';
import { addPeople, writeTestNotice } from '../notified-people.ts';
import { type KillCount, type KillRounds, organizationIsFree, runKilled, runWhole } from './kill-rounds.ts';

const peoplePerRound = 20;

/** Kills a process that erases people: each of them is erased wholly, with what was sent, or not at all. */
export async function killErasures({ store, random, goesOn }: KillRounds): Promise<KillCount> {
  const { db, pool } = store;
  /** People who were sent something. */
  const prepare = async () => {
    // Those of the round before had the same addresses.
    await pool.query(`update users set email = null where email like '%@told.example'`);
    const { organizationId, userIds } = await addPeople(db, peoplePerRound);
    await writeTestNotice(db, { organizationId, userIds, fallbackChains: [['email']] });
    await db
      .updateTable('deliveries')
      .set({ target: 'somebody@told.example' })
      .where('organization_id', '=', organizationId)
      .execute();
    return organizationId;
  };
  /** How many of them are erased; the others are as they were. */
  const requireWhole = async (organizationId: string) => {
    await organizationIsFree(store, organizationId);
    const { rows } = await pool.query<Record<string, boolean>>(
      `select u.deleted_at is not null as removed, u.first_name = 'Erased' as renamed, u.email is null as unaddressed,
        (select bool_and(target = '') from deliveries where user_id = u.id) as undelivered
      from users u where u.organization_id = $1`,
      [organizationId],
    );
    assert.equal(rows.length, peoplePerRound);
    for (const row of rows) assert.equal(new Set(Object.values(row)).size, 1, JSON.stringify(row));
    return rows.filter(({ removed }) => removed).length;
  };

  const first = await prepare();
  const wholeMs = await runWhole('erasing-process.ts', [store.url, first]);
  assert.equal(await requireWhole(first), peoplePerRound);
  let [kills, whole] = [0, 0];
  while (goesOn(kills)) {
    kills += 1;
    const organizationId = await prepare();
    await runKilled('erasing-process.ts', [store.url, organizationId], random() * wholeMs);
    whole += await requireWhole(organizationId);
  }
  return { kills, whole, none: kills * peoplePerRound - whole };
}
