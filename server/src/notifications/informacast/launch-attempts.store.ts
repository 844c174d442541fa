import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { hasQueuedJob } from '../../platform/jobs/jobs.store.ts';
import { leaseIsAlive } from '../../platform/jobs/worker-lease.store.ts';
import { noteProblem } from './connections.store.ts';
import { queueLaunches } from './launch-queue.ts';
import type { LaunchKind, LaunchStep } from './launch-retries.ts';

/** An attempt that has begun: it is on record, and no other process makes one until it ended or its lease is dead. */
export interface BegunLaunch {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationLocationId: string;
  readonly mappingId: string;
  readonly connectionId: string;
  readonly kind: LaunchKind;
  readonly number: number;
  readonly scenarioId: string;
  readonly scenarioName: string;
  readonly siteName: string;
  readonly text: string;
  /** It may have been launched before. */
  readonly isUnsure: boolean;
  /** When it was first tried without a clear answer, or now; epoch ms of the wall clock. */
  readonly triedAt: number;
  /** Epoch ms of the wall clock. */
  readonly deadlineAt: number;
  /** Whether the warning of a start has ended. */
  readonly isOver: boolean;
  /** Whether another warning is open at the place. */
  readonly hasOtherWarning: boolean;
  /** Sealed. */
  readonly credential: string;
  /** Notifications of InformaCast that are of other launches. */
  readonly otherIds: readonly string[];
}

/**
 * Begins an attempt of a launch that still has to be made. `over`: it ended or is gone; `elsewhere`: another living
 * lease is at it. An attempt of a process that died may have launched it.
 */
export async function beginLaunch(
  db: Database,
  _actor: Actor,
  id: string,
  lease: number,
  wallNow: number,
): Promise<BegunLaunch | 'over' | 'elsewhere'> {
  const now = new Date(wallNow);
  const { rows } = await sql<BegunLaunch>`
    with taken as (
      update informacast_launches d set state = 'sending', attempts = d.attempts + 1, lease = ${lease}, updated_at = ${now},
        is_unsure = d.is_unsure or d.state = 'sending',
        tried_at = case when d.is_unsure or d.state = 'sending' then d.tried_at else ${now} end
      where d.id = ${id}::uuid
        and (d.state = 'queued' or (d.state = 'sending' and (d.lease is null or d.lease = ${lease} or not ${leaseIsAlive('d.lease')})))
      returning d.*
    ), begun as (
      insert into informacast_attempts (launch_id, number, started_at) select id, attempts, ${now} from taken
    )
    select d.id, d.organization_id as "organizationId", l.organization_location_id as "organizationLocationId",
      d.mapping_id as "mappingId", m.connection_id as "connectionId", d.kind, d.attempts as number,
      d.scenario_id as "scenarioId", d.scenario_name as "scenarioName", d.site_name as "siteName", d.text,
      d.is_unsure as "isUnsure", (extract(epoch from coalesce(d.tried_at, ${now})) * 1000)::float8 as "triedAt",
      (extract(epoch from d.deadline_at) * 1000)::float8 as "deadlineAt",
      d.kind = 'start' and not exists (
        select from warnings w where w.id = d.warning_id and w.ended_at is null
      ) as "isOver",
      exists (
        select from warnings w where w.organization_location_id = l.organization_location_id
          and w.ended_at is null and w.id is distinct from d.warning_id
      ) as "hasOtherWarning",
      c.credential,
      array(
        select k.notification_id from informacast_launches k
        where k.organization_id = d.organization_id and k.id <> d.id and k.notification_id is not null
        order by k.created_at desc limit 1000
      ) as "otherIds"
    from taken d join informacast_mappings m on m.id = d.mapping_id join informacast_links l on l.id = m.link_id
    join informacast_connections c on c.id = m.connection_id`.execute(db);
  const [begun] = rows;
  if (begun) return begun;
  const row = await db
    .selectFrom('informacast_launches')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.state === 'sending' ? 'elsewhere' : 'over';
}

/**
 * Records how an attempt ended, with what follows from it, in one transaction: another attempt, or the end with its
 * entry in the audit. One that was taken over or deleted meanwhile changes nothing but the audit, which says what was
 * launched.
 */
export async function endLaunch(
  db: Database,
  actor: Actor,
  begun: BegunLaunch,
  step: LaunchStep,
  wallNow: number,
): Promise<void> {
  const at = new Date(wallNow);
  const detail = step.detail.replaceAll('\0', '').slice(0, 500).toWellFormed();
  const isEnd = step.kind === 'ended';
  const notificationId = isEnd ? (step.notificationId ?? null) : null;
  await db.transaction().execute(async (transaction) => {
    await sql`
      update informacast_attempts set ended_at = ${at}, detail = ${detail}
      where launch_id = ${begun.id}::uuid and number = ${begun.number}`.execute(transaction);
    const { rows } = await sql`
      update informacast_launches set updated_at = ${at}, detail = ${detail},
        state = ${isEnd ? step.state : 'queued'}, is_unsure = ${isEnd ? false : step.isUnsure},
        notification_id = ${notificationId}, ended_at = ${isEnd ? at : null}
      where id = ${begun.id}::uuid and state = 'sending' and attempts = ${begun.number}
      returning 1`.execute(transaction);
    if (!isEnd) {
      if (rows.length > 0) await queueLaunches(transaction, actor, [begun.id], step.afterMs);
      return;
    }
    if (step.state === 'launched') await noteProblem(transaction, actor, begun.connectionId, null);
    if (step.isRefused) await noteProblem(transaction, actor, begun.connectionId, detail);
    const isLaunched = step.state === 'launched';
    if (rows.length === 0 && !isLaunched) return;
    const { kind, scenarioName, siteName } = begun;
    await appendAudit(transaction, actor, {
      action: isLaunched ? 'scenario-trigger.launched' : 'scenario-trigger.not-launched',
      ...{ chain: begun.organizationId, recordId: begun.mappingId, now: null, before: null },
      after: { launchId: begun.id, kind, state: step.state, scenarioName, siteName, detail, notificationId },
    });
  });
}

/**
 * Queues launches again that wait, have not changed since `before` (epoch ms of the wall clock) and have no job that
 * will ever run. Returns how many there were.
 */
export async function requeueOrphanedLaunches(db: Database, actor: Actor, before: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      select d.id from informacast_launches d
      where d.state in ('queued', 'sending') and d.updated_at < ${new Date(before)} and not ${hasQueuedJob(sql`d.id::text`)}
      limit 1000 for update skip locked`.execute(transaction);
    await queueLaunches(
      transaction,
      actor,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}
