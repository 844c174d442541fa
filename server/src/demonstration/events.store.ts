import type { DemonstrationEvent, DemonstrationKind } from '@allclear/adapters';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';

/** An event with what people want to know of it. */
export interface StoredDemonstrationEvent extends DemonstrationEvent {
  readonly locationId: string | null;
  readonly locationLabel: string;
  /** The name of who started it; null once that account is deleted. */
  readonly startedBy: string | null;
}

export interface DemonstrationEventInput {
  readonly organizationId: string;
  readonly kind: DemonstrationKind;
  readonly location: {
    readonly id: string;
    readonly label: string;
    readonly latitude: number;
    readonly longitude: number;
  };
  readonly radiusMiles: number;
  /** Product time, epoch ms. */
  readonly now: number;
  readonly startsAt: number;
}

/** The events of all organizations since an instant (epoch ms), oldest first: all of them are one weather. */
export async function demonstrationEventsSince(db: Database, since: number): Promise<DemonstrationEvent[]> {
  const rows = await db
    .selectFrom('demonstration_events')
    .select(['id', 'kind', 'latitude', 'longitude', 'radius_miles', 'starts_at'])
    .where('starts_at', '>=', new Date(since))
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  return rows.map(eventOf);
}

/** The newest events of an organization, newest first. */
export async function newestDemonstrationEvents(
  db: Database,
  organizationId: string,
  max: number,
): Promise<StoredDemonstrationEvent[]> {
  const rows = await db
    .selectFrom('demonstration_events as event')
    .leftJoin('users as person', 'person.id', 'event.started_by')
    .selectAll('event')
    .select(['person.first_name', 'person.last_name', 'person.user_name'])
    .where('event.organization_id', '=', organizationId)
    .orderBy('event.starts_at', 'desc')
    .orderBy('event.id')
    .limit(max)
    .execute();
  return rows.map((row) => ({
    ...eventOf(row),
    locationId: row.location_id,
    locationLabel: row.location_label,
    startedBy: [row.first_name, row.last_name].filter(Boolean).join(' ') || row.user_name,
  }));
}

/** Adds an event in the caller's transaction and announces it to every process. Returns its id. */
export async function addDemonstrationEvent(
  transaction: Database,
  actor: Actor,
  { organizationId, kind, location, radiusMiles, now, startsAt }: DemonstrationEventInput,
): Promise<string> {
  const { id } = await transaction
    .insertInto('demonstration_events')
    .values({
      organization_id: organizationId,
      kind,
      location_id: location.id,
      location_label: location.label,
      latitude: location.latitude,
      longitude: location.longitude,
      radius_miles: radiusMiles,
      started_by: actor.kind === 'user' ? actor.userId : null,
      operator_id: actor.kind === 'user' ? (actor.operatorId ?? null) : null,
      started_via: actor.kind === 'user' ? actor.via : 'system',
      created_at: new Date(now),
      starts_at: new Date(startsAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notify(transaction, { topic: 'demonstration' });
  await appendAudit(transaction, actor, {
    ...{ chain: organizationId, action: 'demonstration.begun', recordId: id, now },
    after: { kind, locationId: location.id, radiusMiles, startsAt },
  });
  return id;
}

function eventOf(row: {
  readonly id: string;
  readonly kind: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radius_miles: number;
  readonly starts_at: Date;
}): DemonstrationEvent {
  return {
    id: row.id,
    kind: row.kind as DemonstrationKind,
    latitude: row.latitude,
    longitude: row.longitude,
    radiusMiles: row.radius_miles,
    from: row.starts_at.getTime(),
  };
}
