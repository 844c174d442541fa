import type { Delivery, Notification } from '@allclear/contract';
import type { DeliveryRow, NoticeRow, NotificationRow } from './store.ts';

export function presentDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    channel: row.channel as Delivery['channel'],
    state: row.state as Delivery['state'],
    vendor: row.vendor,
    providerState: row.provider_state,
    // Of a delivery that went through in the end only its attempts still tell of earlier trouble.
    error: row.state === 'accepted' || row.state === 'delivered' ? null : row.last_error,
    updatedUtc: row.updated_at.toISOString(),
    attempts: row.tried.map((attempt) => ({
      number: attempt.number,
      startedUtc: attempt.started_at.toISOString(),
      endedUtc: attempt.ended_at?.toISOString() ?? null,
      outcome: attempt.outcome,
      detail: attempt.detail,
    })),
  };
}

export function presentNotice(row: NoticeRow) {
  return {
    id: row.id,
    eventType: row.eventType,
    kind: row.kind as Notification['kind'],
    subject: row.subject,
    message: row.text,
    sentUtc: row.at.toISOString(),
    timeZone: row.timeZone,
    correlationId: row.correlationId,
    locationName: row.locationName,
  };
}

export function presentNotification(row: NotificationRow): Notification {
  return { ...presentNotice(row), muted: row.muted, deliveries: row.deliveries.map(presentDelivery) };
}
