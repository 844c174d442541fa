import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const idParams = z.object({ id: z.string() });

/**
 * One way by which a notice went to one person. `state`: queued, sending, accepted (by the provider),
 * delivered, failed, not-configured.
 */
export const delivery = z.object({
  id: z.string(),
  channel: z.enum(['push', 'sms', 'email', 'webhook']),
  state: z.enum(['queued', 'sending', 'accepted', 'delivered', 'failed', 'not-configured']),
  vendor: z.string().nullable(),
  providerState: z.string().nullable(),
  error: z.string().nullable(),
  updatedUtc: z.string(),
  attempts: z.array(
    z.object({
      number: z.number().int(),
      startedUtc: z.string(),
      endedUtc: z.string().nullable(),
      outcome: z.string().nullable(),
      detail: z.string().nullable(),
    }),
  ),
});

export type Delivery = z.infer<typeof delivery>;

/**
 * A notice to the signed-in user. `eventType` is the numeric threat type of spec 1 section 3; `kind` is the
 * kind of notice.
 */
export const notification = z.object({
  id: z.string(),
  eventType: z.number().int(),
  kind: z.enum([
    'started',
    'reminder',
    'held',
    'resumed',
    'in-effect',
    'all-clear',
    'ended',
    'withdrawn',
    'test',
    'proactive-forecast',
    'daily-forecast',
    'hardware-fault',
    'hardware-restored',
    'mass-message',
    'response-help',
    'response-missing',
    'roll-call',
    // A mass message for practice; its text says so.
    'mass-message-drill',
  ]),
  subject: z.string(),
  message: z.string(),
  sentUtc: z.string(),
  timeZone: z.string(),
  correlationId: z.string(),
  locationName: z.string().nullable(),
  /** Why nothing was sent out: declined, opted-out, schedule, silenced, no-channel; null when it was. */
  muted: z.string().nullable(),
  deliveries: z.array(delivery),
});

export type Notification = z.infer<typeof notification>;

const filter = {
  count: z.number().int().min(1).max(500),
  startDate: z.iso.datetime({ offset: true }),
  endDate: z.iso.datetime({ offset: true }),
};

export const listNotifications = defineRoute({
  ...paths.listNotifications,
  needs: 'signed-in',
  summary:
    'The caller’s notifications, newest first: the last 7 days unless startDate and endDate say otherwise',
  body: z.object({
    count: filter.count.default(20),
    startDate: filter.startDate.optional(),
    endDate: filter.endDate.optional(),
  }),
  data: z.object({ notifications: z.array(notification), total: z.number().int() }),
  failures: [400],
});

/** Everything that was sent in the organization: per notice, per person, per channel, each attempt. */
export const listSent = defineRoute({
  ...paths.listSent,
  needs: 'deliveries:read-all',
  summary: 'Notices of the organization, newest first, a page at a time',
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  data: z.object({
    total: z.number().int(),
    notices: z.array(
      z.object({
        id: z.string(),
        eventType: z.number().int(),
        kind: z.string(),
        subject: z.string(),
        message: z.string(),
        sentUtc: z.string(),
        timeZone: z.string(),
        correlationId: z.string(),
        locationName: z.string().nullable(),
        counts: z.object({
          people: z.number().int(),
          muted: z.number().int(),
          accepted: z.number().int(),
          failed: z.number().int(),
          waiting: z.number().int(),
        }),
      }),
    ),
  }),
});

export const getSentNotice = defineRoute({
  ...paths.getSentNotice,
  needs: 'deliveries:read-all',
  summary: 'The recipients of a notice and the result of each delivery',
  params: idParams,
  data: z.object({
    recipients: z.array(
      z.object({
        userId: z.string().nullable(),
        name: z.string(),
        muted: z.string().nullable(),
        deliveries: z.array(delivery),
      }),
    ),
  }),
  failures: [404],
});
