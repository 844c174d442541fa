import type { Delivery, Notification } from '@allclear/contract';
import { exampleNowMs, minutesAgo } from '../../clock/example-time.ts';

/** Examples for the tests of this feature. */
export { exampleNowMs as nowMs, minutesAgo };

export function delivery(part: Partial<Delivery> = {}): Delivery {
  return {
    id: 'd1',
    channel: 'email',
    state: 'accepted',
    vendor: 'smtp',
    providerState: null,
    error: null,
    updatedUtc: minutesAgo(1),
    attempts: [
      {
        number: 1,
        startedUtc: minutesAgo(2),
        endedUtc: minutesAgo(1),
        outcome: 'accepted',
        detail: '250 queued',
      },
    ],
    ...part,
  };
}

export function notice(part: Partial<Notification> = {}): Notification {
  return {
    id: 'n1',
    eventType: 2,
    kind: 'started',
    subject: 'Lightning 4.2 mi from Memorial Stadium',
    message: 'Lightning 4.2 mi away at 3:42 PM CDT.',
    sentUtc: minutesAgo(4),
    timeZone: 'America/Chicago',
    correlationId: 'c1',
    locationName: 'Memorial Stadium',
    muted: null,
    deliveries: [delivery()],
    ...part,
  };
}
