import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { sendWebhookEvent } from './send-webhook-event.store.ts';

/** The lightning state of a place, over the zones of everybody who watches it. */
export interface PlaceLightningState {
  readonly organizationId: string;
  readonly placeId: string;
  readonly placeName: string;
  readonly state: 'clear' | 'delay' | 'unknown' | 'not-covered';
  /** When the last of its zones is clear at the earliest, epoch ms of the product clock; null unless in delay. */
  readonly clearAt: number | null;
  /** Epoch ms of the product clock. */
  readonly at: number;
}

/** The organizations that have a webhook, on or off, for the lightning state of places. */
export async function lightningWebhookOrganizations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct organization_id as id from webhooks where kinds is null or 'lightning.changed' = any(kinds)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The state of each place that was last sent, by the id of the place. */
export async function sentPlaceStates(db: Database): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('webhook_place_states')
    .select(['organization_location_id as id', 'state'])
    .execute();
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/**
 * Stores the state of a place, and sends webhooks an event when it is another than before: both or neither. The first
 * state of a place is no change.
 */
export async function notePlaceState(
  db: Database,
  actor: Actor,
  { organizationId, placeId, placeName, state, clearAt, at }: PlaceLightningState,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('webhook_place_states')
      .select('state')
      .where('organization_location_id', '=', placeId)
      .forUpdate()
      .executeTakeFirst();
    if (before?.state === state) return;
    const { rows } = await sql`
      insert into webhook_place_states (organization_location_id, organization_id, state, at)
      select id, organization_id, ${state}, ${new Date(at)} from organization_locations where id = ${placeId}::uuid
      on conflict (organization_location_id) do update set state = excluded.state, at = excluded.at
      returning 1`.execute(transaction);
    // Without a row the place is gone.
    if (rows.length === 0 || before === undefined) return;
    const clearUtc = clearAt === null ? null : new Date(clearAt).toISOString();
    const data = { place: { id: placeId, name: placeName }, state, before: before.state, clearUtc };
    const event = { organizationId, kind: 'lightning.changed', placeIds: [placeId], data } as const;
    await sendWebhookEvent(transaction, actor, { ...event, id: randomUUID(), at });
  });
}
