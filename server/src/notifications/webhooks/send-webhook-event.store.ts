import type { WebhookKind } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordStreamEvent } from '../stream-events/stream-events.store.ts';
import { queueWebhookDeliveries } from './webhook-queue.ts';

/** What happened, for the systems of an organization. */
export interface WebhookEvent {
  readonly organizationId: string;
  readonly kind: WebhookKind;
  /** The organization locations that it is about; without any it is sent whatever places a webhook is limited to. */
  readonly placeIds: readonly string[];
  /** JSON; what receivers get beside id, kind, time and places. */
  readonly data: Readonly<Record<string, unknown>>;
  /** A UUID. An event of an id that exists already is not written again. */
  readonly id: string;
  /** Epoch ms of the product clock. */
  readonly at: number;
}

/**
 * Writes an event with a delivery and a job for each webhook that takes it, in the transaction of what it tells of:
 * either all of it commits or none. Returns how many webhooks get it; 0 when none does, or the event exists. An event
 * that no webhook asks for is not kept; one that only webhooks which are off ask for is, for a replay. Programs read it
 * from the event stream under the same id, whether or not a webhook takes it.
 */
export async function sendWebhookEvent(
  transaction: Database,
  actor: Actor,
  event: WebhookEvent,
  /** Only this webhook, whatever it is limited to and whether it is on: a test. */
  onlyTo: string | null = null,
): Promise<number> {
  const { organizationId, kind, placeIds, data, id, at } = event;
  if (onlyTo === null) await recordStreamEvent(transaction, actor, event);
  const places = sql`${[...placeIds]}::uuid[]`;
  const now = new Date(wallNow());
  const { rows } = await sql<{ id: string; webhookId: string }>`
    with matching as (
      select w.id, w.enabled or ${onlyTo}::uuid is not null as takes from webhooks w
      where w.organization_id = ${organizationId} and case when ${onlyTo}::uuid is not null then w.id = ${onlyTo}::uuid
        else (w.kinds is null or ${kind} = any(w.kinds))
          and (w.organization_location_ids is null or cardinality(${places}) = 0 or w.organization_location_ids && ${places}) end
    ), event as (
      insert into webhook_events (id, organization_id, kind, organization_location_ids, data, at, created_at)
      select ${id}::uuid, ${organizationId}::uuid, ${kind}, ${places}, ${JSON.stringify(data)}::jsonb, ${new Date(at)}, ${now}
      where exists (select from matching)
      on conflict (id) do nothing
      returning id
    )
    insert into webhook_deliveries (event_id, webhook_id, organization_id, begun_at, created_at, updated_at)
    select event.id, matching.id, ${organizationId}::uuid, ${now}, ${now}, ${now} from event, matching where matching.takes
    returning id, webhook_id as "webhookId"`.execute(transaction);
  await queueWebhookDeliveries(
    transaction,
    actor,
    rows.map((row) => ({ deliveryId: row.id, webhookId: row.webhookId, afterMs: 0 })),
  );
  return rows.length;
}
