import { isDeepStrictEqual } from 'node:util';
import { DAY_MS, MINUTE_MS, type SnapshotTimes, snapshotsDue } from '@allclear/domain';
import type { Selectable } from 'kysely';
import { practiceTimesOf } from '../../locations/index.ts';
import { findOrganizationLocation, timeZoneOf, withOrganizationLock } from '../../organizations/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { type RecordOf, recordOf } from '../../platform/database/record.ts';
import { hasKey } from '../../platform/database/record-key.store.ts';
import type { RecordKey, RevisionKey } from '../../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../../platform/database/revision.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { type Station, stationOf } from '../../stations/index.ts';
import { takeSnapshots } from './condition-snapshots.store.ts';

export type StoredSnapshotSchedule = RecordOf<Selectable<Tables['snapshot_schedules']>>;

/** Thrown when the station has this very rule already. */
export class SameSchedule extends Error {}
/** Thrown when the station has as many as it may. */
export class TooManySchedules extends Error {}

/** What is due is taken late after an interruption of up to this long. */
const lateMs = 7 * DAY_MS;
/** A schedule of which nothing was due is noted as often. */
const noteMs = 5 * MINUTE_MS;

export async function listSchedules(
  db: Database,
  organizationId: string,
  stationId: string,
): Promise<StoredSnapshotSchedule[]> {
  const rows = await db
    .selectFrom('snapshot_schedules')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('station_id', '=', stationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(recordOf);
}

export async function findSchedule(
  db: Database,
  key: RecordKey,
): Promise<StoredSnapshotSchedule | undefined> {
  const row = await db.selectFrom('snapshot_schedules').selectAll().where(hasKey(key)).executeTakeFirst();
  return row && recordOf(row);
}

function audited({ stationId, rule }: StoredSnapshotSchedule): object {
  return { stationId, rule };
}

/** Throws `SameSchedule` and `TooManySchedules`. */
export function insertSchedule(
  db: Database,
  actor: Actor,
  of: { organizationId: string; stationId: string; rule: SnapshotTimes; most: number },
  now: number,
): Promise<StoredSnapshotSchedule> {
  const { organizationId, stationId, rule, most } = of;
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const others = await listSchedules(transaction, organizationId, stationId);
    if (others.some((other) => isDeepStrictEqual(other.rule, rule))) throw new SameSchedule();
    if (others.length >= most) throw new TooManySchedules();
    const at = new Date(now);
    const made = recordOf(
      await transaction
        .insertInto('snapshot_schedules')
        .values({
          ...{ organization_id: organizationId, station_id: stationId, rule: JSON.stringify(rule) },
          ...{ taken_through: at, created_at: at, updated_at: at },
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'snapshot-schedule.added', recordId: made.id, now },
      ...{ before: null, after: audited(made) },
    });
    return made;
  });
}

/** Changes what comes after `now`; undefined without such a schedule. Throws `SameSchedule` and `StaleRevision`. */
export function changeSchedule(
  db: Database,
  actor: Actor,
  { revision, ...key }: RevisionKey,
  rule: SnapshotTimes,
  now: number,
): Promise<StoredSnapshotSchedule | undefined> {
  return withOrganizationLock(db, key.organizationId, async (transaction) => {
    const before = await findSchedule(transaction, key);
    if (!before) return undefined;
    requireRevision(before, revision, { what: 'this time of snapshots' });
    const others = await listSchedules(transaction, key.organizationId, before.stationId);
    if (others.some((other) => other.id !== before.id && isDeepStrictEqual(other.rule, rule)))
      throw new SameSchedule();
    const at = new Date(now);
    const after = recordOf(
      await transaction
        .updateTable('snapshot_schedules')
        .set({
          ...{ rule: JSON.stringify(rule), taken_through: at, updated_at: at },
          ...nextRevision(before, { rule }),
        })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'snapshot-schedule.changed', recordId: after.id, now },
      ...{ before: audited(before), after: audited(after) },
    });
    return after;
  });
}

/** False without such a schedule. */
export function removeSchedule(db: Database, actor: Actor, key: RecordKey, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .deleteFrom('snapshot_schedules')
      .where(hasKey(key))
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'snapshot-schedule.deleted', recordId: row.id, now },
      ...{ before: audited(recordOf(row)), after: null },
    });
    return true;
  });
}

/** The schedules of stations that are in use, whatever the organization. */
export async function scheduleIds(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('snapshot_schedules')
    .innerJoin('stations', 'stations.id', 'snapshot_schedules.station_id')
    .select('snapshot_schedules.id')
    .where('stations.retired_at', 'is', null)
    .orderBy('snapshot_schedules.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What a rule depends on besides itself: the zone of its clock, and the practice times at the place of the station. */
export async function timesAt(db: Database, organizationId: string, station: Station) {
  const id = station.organizationLocationId;
  const place = id === null ? undefined : await findOrganizationLocation(db, { organizationId, id });
  return {
    timeZone: timeZoneOf(place ?? station),
    practices: place ? (await practiceTimesOf(db, organizationId, place.id)).times : [],
  };
}

/** Takes what is due of a schedule until `now`, and notes that in the same transaction. Returns how many are new. */
export function takeScheduled(db: Database, actor: Actor, scheduleId: string, now: number): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('snapshot_schedules')
      .selectAll()
      .where('id', '=', scheduleId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) return 0;
    const { organizationId, stationId, rule, takenThrough } = recordOf(row);
    const station = stationOf(
      await transaction
        .selectFrom('stations')
        .selectAll()
        .where('id', '=', stationId)
        .executeTakeFirstOrThrow(),
    );
    const { timeZone, practices } = await timesAt(transaction, organizationId, station);
    const after = Math.max(takenThrough, now - lateMs);
    const due = snapshotsDue(rule, practices, timeZone, { after, until: now });
    if (due.length === 0 && now - takenThrough < noteMs) return 0;
    const taken = await takeSnapshots(
      transaction,
      actor,
      due.map(({ at, cause }) => ({ organizationId, station, at, reason: 'scheduled', scheduleId, cause })),
    );
    await transaction
      .updateTable('snapshot_schedules')
      .set({ taken_through: new Date(now) })
      .where('id', '=', scheduleId)
      .execute();
    return taken;
  });
}
