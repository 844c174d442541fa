import { escalationTimes, stepForLatecomers } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { addPeople, askedForMs, requestColumns, type StoredRequest } from './requests.store.ts';

/** The warning whose event asks. */
export interface AskingWarning {
  readonly id: string;
  readonly organizationId: string;
  readonly policyId: string;
  readonly organizationLocationId: string;
  /** All lightning at a place is one event: a strike in an inner zone does not ask again. */
  readonly isLightning: boolean;
  /** The event of the alert that ends as this one starts: an upgrade does not ask again. */
  readonly follows: string | null;
}

/** The request of an event, in the transaction of the notice that asks; null where none was made yet. */
export async function requestOfEvent(
  transaction: Database,
  { id, organizationId, policyId, organizationLocationId, isLightning, follows }: AskingWarning,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select w.response_request_id as id from warnings w join policies p on p.id = w.policy_id
    where w.organization_id = ${organizationId} and w.organization_location_id = ${organizationLocationId}
      and w.response_request_id is not null and (w.id = ${id} or (w.ended_at is null and (
        (${isLightning} and p.type_short_name like 'LR%')
        or (w.policy_id = ${policyId} and w.facts ->> 'event' = ${follows}))))
    order by w.started_at, w.id limit 1`.execute(transaction);
  return rows[0]?.id ?? null;
}

/** Notes to which request the event of a warning belongs. The entry in the audit is that of the notice. */
export async function joinEvent(
  transaction: Database,
  _actor: Actor,
  warningId: string,
  requestId: string,
): Promise<void> {
  await sql`update warnings set response_request_id = ${requestId} where id = ${warningId}`.execute(
    transaction,
  );
}

/**
 * Asks further people by a request that exists, each once; a step that is still to be taken waits its own minutes for
 * them. Instants are of the product clock, `wallNow` of the wall clock, epoch ms.
 */
export async function askFurtherPeople(
  transaction: Database,
  _actor: Actor,
  secrets: Pick<SecretBox, 'digests'>,
  requestId: string,
  userIds: readonly string[],
  { now, wallNow }: { readonly now: number; readonly wallNow: number },
): Promise<void> {
  const { rows } = await sql<StoredRequest>`
    select ${requestColumns} from response_requests q join notices n on n.id = q.notice_id
    where q.id = ${requestId} for update of q`.execute(transaction);
  const [request] = rows;
  if (!request) return;
  const added = await addPeople(transaction, secrets, request, userIds);
  if (added === 0) return;
  const { askedAt, steps, stepsTaken, nextStepAt } = request;
  const step = steps[stepsTaken];
  const dueAt = escalationTimes(askedAt, steps)[stepsTaken];
  const stepAt =
    nextStepAt ?? (step && dueAt !== undefined ? stepForLatecomers({ dueAt, ...step }, now) : null);
  await sql`
    update response_requests set next_step_at = ${stepAt === null ? null : new Date(stepAt)},
      ends_wall_at = greatest(ends_wall_at, ${new Date(wallNow + askedForMs)})
    where id = ${requestId}`.execute(transaction);
  await notify(transaction, { topic: 'responses', ids: [request.organizationId] });
}

/** A request of warnings, for the desk. */
export interface WarningRequest {
  readonly id: string;
  readonly headline: string;
  readonly isDrill: boolean;
  readonly askedAt: number;
  /** Null once the place was removed. */
  readonly organizationLocationName: string | null;
}

/** Requests of warnings that asked anybody whom the caller sees, newest first; `group` as in `findRequest`. */
export async function listWarningRequests(
  db: Database,
  organizationId: string,
  group: string | null | 'any',
): Promise<WarningRequest[]> {
  const { rows } = await sql<WarningRequest>`
    select q.id, n.subject as headline, q.is_drill as "isDrill",
      (extract(epoch from q.asked_at) * 1000)::float8 as "askedAt", l.name as "organizationLocationName"
    from response_requests q join notices n on n.id = q.notice_id
    left join organization_locations l on l.id = n.organization_location_id
    where q.organization_id = ${organizationId} and q.of_warning and exists (
      select from response_requested_people p join users u on u.id = p.user_id
      where p.request_id = q.id ${group === 'any' ? sql`` : sql`and u.group_id = ${group}`})
    order by q.asked_at desc, q.id limit 100`.execute(db);
  return rows;
}
