import { helpText, type ResponseKind, type ResponseWay, strongerOf } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { StoredAskedRequest } from './requests.store.ts';
import { writeResponseNotice } from './write-response-notice.store.ts';

export interface ResponseToStore {
  /** Made by the device. */
  readonly key: string;
  readonly kind: ResponseKind;
  readonly place: string;
  readonly isChange: boolean;
  readonly way: ResponseWay;
  /** When it was pressed; product clock, epoch ms. */
  readonly pressedAt: number;
  /** Product clock, epoch ms. */
  readonly now: number;
}

interface Person {
  readonly name: string;
  readonly groupId: string | null;
  readonly kind: ResponseKind | null;
  readonly isChange: boolean | null;
  readonly pressedAt: number | null;
}

/**
 * Stores the response of a person who was asked. The same key again changes nothing. In the same transaction a response
 * that needs help is passed to the desk, and steps that are pending stop once everybody has responded.
 */
export function storeResponse(
  db: Database,
  actor: Actor,
  { id: requestId, organizationId, userId, headline, isDrill }: StoredAskedRequest,
  response: ResponseToStore,
): Promise<void> {
  const { key, kind, place, isChange, way, now, pressedAt } = response;
  return db.transaction().execute(async (transaction) => {
    // Responses of one person take turns.
    const { rows } = await sql<Person>`
      select trim(u.first_name || ' ' || u.last_name) as name, u.group_id as "groupId", r.kind,
        r.is_change as "isChange",
        (extract(epoch from coalesce(r.pressed_at, r.at)) * 1000)::float8 as "pressedAt"
      from response_requested_people p join users u on u.id = p.user_id
      left join responses r on r.id = p.response_id
      where p.request_id = ${requestId} and p.user_id = ${userId} for update of p`.execute(transaction);
    const [person] = rows;
    if (!person) return;
    const inserted = await transaction
      .insertInto('responses')
      .values({
        ...{ organization_id: organizationId, request_id: requestId, user_id: userId, key, kind, place },
        ...{ is_change: isChange, way, at: new Date(now) },
        pressed_at: new Date(pressedAt),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return;
    const later = { kind, isChange, pressedAt };
    const earlier =
      person.kind === null
        ? null
        : { kind: person.kind, isChange: person.isChange === true, pressedAt: person.pressedAt ?? now };
    if (earlier === null || strongerOf(earlier, later) === later)
      await sql`
        update response_requested_people set response_id = ${inserted.id}
        where request_id = ${requestId} and user_id = ${userId}`.execute(transaction);
    await stopStepsWhenAllResponded(transaction, requestId);
    if (kind === 'help')
      await writeResponseNotice(transaction, actor, {
        ...{ organizationId, requestId, kind: 'response-help', sourceKey: `response-help/${inserted.id}` },
        ...{ target: { kind: 'desk' }, people: [{ id: userId, groupId: person.groupId }] },
        text: helpText({
          ...{ name: person.name, place, headline, isDrill },
          lateMinutes: Math.floor((now - pressedAt) / 60_000),
          isWithoutCode: way === 'sms-without-code',
        }),
        ...{ overridesQuietHours: true, now },
      });
    await notify(transaction, { topic: 'responses', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'response.given', recordId: requestId, now },
      after: { userId, kind, place, way, isChange },
      personal: { userId, fields: ['place'] },
    });
  });
}

async function stopStepsWhenAllResponded(transaction: Database, requestId: string): Promise<void> {
  await sql`
    update response_requests q set next_step_at = null
    where q.id = ${requestId} and q.next_step_at is not null and not exists (
      select from response_requested_people p where p.request_id = q.id and p.response_id is null
    )`.execute(transaction);
}
