import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { storeEntry } from '../../src/roll-call/entries.store.ts';
import { readLiveCount } from '../../src/roll-call/live-count.store.ts';
import { startRollCall } from '../../src/roll-call/roll-calls.store.ts';
import { testActor } from '../actor.ts';
import { chainFaults } from '../audit/chain-faults.ts';
import { addPeople } from '../notified-people.ts';
import { entryToSend, type RollCallToFill } from './entries-to-send.ts';
import { type KillRounds, organizationIsFree, runKilled } from './kill-rounds.ts';

/** Kills during one roll-call; then another begins. */
const killsOfOne = 20;
/** A process is killed within so long after it began, ms. */
const longestMs = 1_500;

export interface RollCallKills {
  readonly kills: number;
  /** Entries that were acknowledged before a kill. */
  readonly acknowledged: number;
  /** Entries that were stored and whose acknowledgement a kill cut off. */
  readonly cut: number;
}

/**
 * Kills processes that store check-ins during one roll-call. After each kill every entry that was acknowledged is stored,
 * once and with its entry in the audit; the devices send everything again, and each of them is counted once.
 */
export async function killRollCall({ store, random, goesOn }: KillRounds): Promise<RollCallKills> {
  const { db, pool } = store;
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-kill-roll-call-'));
  const file = path.join(folder, 'acknowledged');
  try {
    let [kills, sent, total, cut] = [0, 0, 0, 0];
    let of = await beginRollCall(store);
    while (goesOn(kills)) {
      if (kills % killsOfOne === 0) {
        if (kills > 0) of = await beginRollCall(store);
        sent = 0;
        await writeFile(file, '');
      }
      await runKilled(
        'calling-process.ts',
        [store.url, file, JSON.stringify(of), String(sent)],
        random() * longestMs,
      );
      kills += 1;
      await organizationIsFree(store, of.organizationId);
      await settled(store);
      const acknowledged = (await readFile(file, 'utf8')).split('\n').filter((key) => key !== '');
      const { rows } = await pool.query<{ key: string }>(
        'select key::text from roll_call_entries where roll_call_id = $1',
        [of.rollCallId],
      );
      const stored = new Set(rows.map(({ key }) => key));
      assert.equal(stored.size, rows.length, 'an entry is stored twice');
      for (const key of acknowledged) assert(stored.has(key), `${key} was acknowledged and is lost`);
      cut += rows.length - acknowledged.length;
      total += rows.length - sent;
      // The devices of this round send again what they may have sent, until it is acknowledged.
      for (let n = sent; n < Math.max(sent, rows.length) + 3; n++) {
        const { kind } = await storeEntry(db, testActor, entryToSend(of, n));
        assert.equal(kind, 'stored');
      }
      sent = await devicesOf(store, of);
      await writeFile(file, Array.from({ length: sent }, (_, n) => `${entryToSend(of, n).key}\n`).join(''));
      await requireCounted(store, of, sent);
    }
    assert.deepEqual(await chainFaults(db), []);
    return { kills, acknowledged: total - cut, cut };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until no transaction writes entries: those of a killed process may not have ended yet. */
async function settled({ pool }: KillRounds['store']): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table roll_call_entries in exclusive mode');
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function devicesOf({ pool }: KillRounds['store'], { rollCallId }: RollCallToFill): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(distinct device_key)::int as n from roll_call_entries where roll_call_id = $1',
    [rollCallId],
  );
  return rows[0]?.n ?? 0;
}

/** Requires that the first so many devices are counted, each once, and each with one entry in the audit. */
async function requireCounted(
  { db, pool }: KillRounds['store'],
  of: RollCallToFill,
  devices: number,
): Promise<void> {
  const entries = await pool.query<{ n: number }>(
    `select count(*)::int as n from audit_entries where record_id = $1 and action = 'roll-call.checked-in'`,
    [of.rollCallId],
  );
  assert.equal(entries.rows[0]?.n, devices, 'an entry lacks its entry in the audit, or has two');
  const place = await db
    .selectFrom('roll_calls')
    .select('organization_location_id')
    .where('id', '=', of.rollCallId)
    .executeTakeFirstOrThrow();
  const { count } = await readLiveCount(
    db,
    {
      ...{ organizationId: of.organizationId, id: of.rollCallId, hasNames: false },
      organizationLocationId: place.organization_location_id,
    },
    of.at,
  );
  const expected = Array.from({ length: devices }, (_, n) => 1 + (n % 3)).reduce((sum, n) => sum + n, 0);
  assert.equal(count.present, expected);
}

async function beginRollCall({ db }: KillRounds['store']): Promise<RollCallToFill> {
  const { organizationId, userIds } = await addPeople(db, 1);
  const now = Date.now();
  const { id: placeId } = await db
    .insertInto('organization_locations')
    .values({
      ...{ organization_id: organizationId, name: 'North Field', latitude: 28, longitude: -82 },
      created_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: shelterId } = await db
    .insertInto('shelters')
    .values({
      ...{ organization_id: organizationId, organization_location_id: placeId, name: 'Gym' },
      ...{ minutes_to_reach: 3, open_set_at: new Date(now), code: randomUUID() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('roll_call_groups')
    .values({
      ...{ organization_id: organizationId, organization_location_id: placeId, name: 'A', expected: 9 },
    })
    .execute();
  const place = { id: placeId, name: 'North Field', groupIds: [] };
  const how = { key: randomUUID(), isDrill: true, sendNotice: false, people: 'any', answer: 'clear' };
  const started = await startRollCall(
    db,
    testActor,
    { organizationId, place, userId: userIds[0] ?? '', ...how },
    { now, wallNow: now, speed: 1 },
  );
  const { id: groupId } = await db
    .selectFrom('called_groups')
    .select('id')
    .where('roll_call_id', '=', started.id)
    .executeTakeFirstOrThrow();
  return { organizationId, rollCallId: started.id, groupId, shelterId, at: now };
}
