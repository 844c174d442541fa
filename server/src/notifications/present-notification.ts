import type { Delivery, Notification } from '@allclear/contract';
import { isoTime } from '../platform/http/iso-time.ts';
import type { StoredDelivery, StoredNotice, StoredNotification } from './store.ts';

export function presentDelivery(row: StoredDelivery): Delivery {
  return {
    id: row.id,
    channel: row.channel as Delivery['channel'],
    state: row.state as Delivery['state'],
    vendor: row.vendor,
    providerState: row.providerState,
    // Of a delivery that went through in the end only its attempts show earlier failures.
    error: row.state === 'accepted' || row.state === 'delivered' ? null : row.lastError,
    updatedUtc: isoTime(row.updatedAt),
    attempts: row.attempted.map((attempt) => ({
      number: attempt.number,
      startedUtc: isoTime(attempt.startedAt),
      endedUtc: isoTime(attempt.endedAt),
      outcome: attempt.outcome,
      detail: attempt.detail,
    })),
  };
}

export function presentNotice(row: StoredNotice) {
  return {
    id: row.id,
    eventType: row.eventType,
    kind: row.kind as Notification['kind'],
    subject: row.subject,
    message: row.text,
    sentUtc: isoTime(row.at),
    timeZone: row.timeZone,
    correlationId: row.correlationId,
    locationName: row.locationName,
  };
}

export function presentNotification(row: StoredNotification): Notification {
  return { ...presentNotice(row), muted: row.muted, deliveries: row.deliveries.map(presentDelivery) };
}
