import type { SnapshotReason } from '@allclear/contract';
import { DAY_MS, policyTypes } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { type RecordOf, recordOf } from '../../platform/database/record.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { newestReports, type Station, stationOf } from '../../stations/index.ts';
import { stationSaid } from './snapshot-values.ts';

export interface StoredSnapshot extends RecordOf<Selectable<Tables['condition_snapshots']>> {
  /** Who took it; empty without a person. */
  readonly personName: string;
}

/** A snapshot to be taken. */
export interface SnapshotToTake {
  readonly organizationId: string;
  readonly station: Station;
  /** Epoch ms. */
  readonly at: number;
  readonly reason: SnapshotReason;
  readonly warningId?: string;
  readonly scheduleId?: string;
  readonly cause?: string;
}

/** An older report says nothing of a station now; its age is not kept. */
const silentMs = DAY_MS;

function snapshots(db: Database) {
  return db
    .selectFrom('condition_snapshots')
    .leftJoin('users', 'users.id', 'condition_snapshots.user_id')
    .selectAll('condition_snapshots')
    .select(sql<string>`concat_ws(' ', users.first_name, users.last_name)`.as('person_name'));
}

/** Of a station from an instant until another (not included, epoch ms), newest first. */
export async function listSnapshots(
  db: Database,
  {
    organizationId,
    stationId,
    from,
    until,
  }: {
    organizationId: string;
    stationId: string;
    from: number;
    until: number;
  },
): Promise<StoredSnapshot[]> {
  const rows = await snapshots(db)
    .where('condition_snapshots.organization_id', '=', organizationId)
    .where('condition_snapshots.station_id', '=', stationId)
    .where('condition_snapshots.at', '>=', new Date(from))
    .where('condition_snapshots.at', '<', new Date(until))
    .orderBy('condition_snapshots.at', 'desc')
    .orderBy('condition_snapshots.id')
    .execute();
  return rows.map(recordOf);
}

/** What the station said at the instant, whenever it is written. */
async function columnsOf(db: Database, { station, at, ...snapshot }: SnapshotToTake) {
  const [newest] = await newestReports(db, [station], at - silentMs, at);
  const said = stationSaid(newest, at);
  return {
    organization_id: snapshot.organizationId,
    station_id: station.id,
    at: new Date(at),
    reason: snapshot.reason,
    warning_id: snapshot.warningId ?? null,
    schedule_id: snapshot.scheduleId ?? null,
    cause: snapshot.cause ?? '',
    observed_at: said.observedAt === null ? null : new Date(said.observedAt),
    stale: said.stale,
    measured: JSON.stringify(said.measured),
  };
}

/**
 * Takes snapshots by themselves; one that was taken stays as it is. Returns how many are new. No entry in the audit: they
 * are measurements.
 */
export async function takeSnapshots(
  db: Database,
  _actor: Actor,
  wanted: readonly SnapshotToTake[],
): Promise<number> {
  let taken = 0;
  for (const one of wanted) {
    const rows = await db
      .insertInto('condition_snapshots')
      .values(await columnsOf(db, one))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    taken += rows.length;
  }
  return taken;
}

/** Takes a snapshot for a person, with a note on one line. */
export function addSnapshot(
  db: Database,
  actor: Actor & { readonly kind: 'user' },
  { station, note }: { station: Station; note: string },
  now: number,
): Promise<StoredSnapshot> {
  const { organizationId, userId } = actor;
  return inTransaction(db, async (transaction) => {
    const columns = await columnsOf(transaction, { organizationId, station, at: now, reason: 'person' });
    const { id } = await transaction
      .insertInto('condition_snapshots')
      .values({ ...columns, note, user_id: userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await snapshots(transaction)
      .where('condition_snapshots.id', '=', id)
      .executeTakeFirstOrThrow();
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'condition-snapshot.added', recordId: id, now },
      after: { stationId: station.id, note, stale: columns.stale },
      personal: { userId, fields: ['note'] },
    });
    return recordOf(row);
  });
}

/** For the retention. */
export async function dropSnapshotsBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('condition_snapshots').where('at', '<', new Date(before)).execute();
}

const typeNames = new Map(policyTypes.map(({ shortName, displayName }) => [String(shortName), displayName]));

/**
 * The snapshots that are missing of warnings that started or ended after an instant (epoch ms), oldest first: one for each
 * station of the organization at the place of the warning.
 */
export async function missingOfWarnings(
  db: Database,
  since: number,
  limit: number,
): Promise<SnapshotToTake[]> {
  const { rows } = await sql<
    Selectable<Tables['stations']> & {
      warning_id: string;
      of_organization: string;
      happened_at: Date;
      reason: 'warning-started' | 'warning-ended';
      policy_name: string | null;
      policy_type: string | null;
    }
  >`
    select s.*, w.id as warning_id, w.organization_id as of_organization, w.happened_at, w.reason,
      p.name as policy_name, p.type_short_name as policy_type
    from (
      select id, organization_id, organization_location_id, policy_id, started_at as happened_at,
        'warning-started' as reason
      from warnings where started_at > ${new Date(since)}
      union all
      select id, organization_id, organization_location_id, policy_id, ended_at, 'warning-ended'
      from warnings where ended_at > ${new Date(since)}
    ) w
    join stations s on s.organization_id = w.organization_id
      and s.organization_location_id = w.organization_location_id and s.retired_at is null
    left join policies p on p.id = w.policy_id
    where not exists (
      select from condition_snapshots c where c.warning_id = w.id and c.station_id = s.id and c.reason = w.reason
    )
    order by w.happened_at, w.id, s.id
    limit ${limit}`.execute(db);
  return rows.map((row) => {
    const { warning_id, of_organization, happened_at, reason, policy_name, policy_type, ...station } = row;
    return {
      ...{ organizationId: of_organization, station: stationOf(station), at: happened_at.getTime(), reason },
      ...{ warningId: warning_id, cause: policy_name || (typeNames.get(policy_type ?? '') ?? '') },
    };
  });
}
