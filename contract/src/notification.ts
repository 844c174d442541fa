import { z } from 'zod';
import { defineRoute } from './route.ts';

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
 * A notice to the signed-in user. `eventType` is the numeric threat type of spec 1 section 3; `kind` says
 * what happened.
 */
export const notification = z.object({
  id: z.string(),
  eventType: z.number().int(),
  kind: z.enum(['started', 'reminder', 'held', 'resumed', 'in-effect', 'all-clear', 'withdrawn', 'test']),
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
  method: 'POST',
  path: 'User/Notifications',
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

/** Everything that was sent in the organisation: per notice, per person, per channel, each attempt. */
export const listSent = defineRoute({
  method: 'GET',
  path: 'Notifications/Sent',
  needs: 'deliveries:read-all',
  summary: 'What the organisation was told, newest first, a page at a time',
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
  method: 'GET',
  path: 'Notifications/Sent/:id',
  needs: 'deliveries:read-all',
  summary: 'Who was told a notice and how each delivery went',
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

/** A day of the personal schedule: 1 is Sunday, 7 Saturday; times `HH:mm:ss` in the user's time zone. */
export const scheduleDay = z.object({
  day: z.number().int(),
  enabled: z.boolean(),
  allDay: z.boolean(),
  startTime: z.string(),
  endTime: z.string(),
});
export type ScheduleDay = z.infer<typeof scheduleDay>;

/** The caller's own settings (spec 2 section 3). `notificationType`: 0 push, 1 SMS. */
export const notificationSettings = z.object({
  declinesNotifications: z.boolean(),
  optOutForecast: z.boolean(),
  precipitationNotification: z.boolean(),
  severeWeatherNotification: z.boolean(),
  proactiveForecastNotification: z.boolean(),
  notificationType: z.union([z.literal(0), z.literal(1)]),
  smsNotifications: z.boolean(),
  emailNotifications: z.boolean(),
  geofenceAlertsEnabled: z.boolean(),
  alertTimesEnabled: z.boolean(),
  timeZone: z.string(),
  schedule: z.array(scheduleDay),
  /** Raised by each change. */
  revision: z.number().int().optional(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
export const getNotificationSettings = defineRoute({
  method: 'GET',
  path: 'Settings/Notifications',
  needs: 'signed-in',
  summary: 'The caller’s notification settings and personal schedule',
  data: notificationSettings.extend({
    email: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    emailSuppressed: z.boolean(),
  }),
});
export const saveNotificationSettings = defineRoute({
  method: 'POST',
  path: 'Settings/Notifications',
  needs: 'signed-in',
  summary: 'Changes the caller’s notification settings; what the body leaves out stays',
  body: notificationSettings.partial(),
  data: z.object({ message: z.string(), settings: notificationSettings }),
  failures: [400, 409],
});
export const getAlertTimes = defineRoute({
  method: 'GET',
  path: 'Settings/AlertTimes',
  needs: 'signed-in',
  summary: 'The caller’s personal schedule',
  data: z.array(scheduleDay),
});
export const saveAlertTimes = defineRoute({
  method: 'POST',
  path: 'Settings/AlertTimes',
  needs: 'signed-in',
  summary: 'Replaces the caller’s personal schedule',
  body: z.array(scheduleDay),
  data: z.object({ message: z.string(), schedule: z.array(scheduleDay) }),
  failures: [400],
});
export const listChannels = defineRoute({
  method: 'GET',
  path: 'Settings/Channels',
  needs: 'signed-in',
  summary: 'Which ways of telling people this installation has',
  data: z.array(
    z.object({
      channel: z.enum(['push', 'sms', 'email', 'webhook']),
      configured: z.boolean(),
      vendor: z.string().nullable(),
    }),
  ),
});
export const sendTest = defineRoute({
  method: 'POST',
  path: 'Settings/Notifications/Test',
  needs: 'signed-in',
  summary: 'Sends the caller a test by his own channels; it says that it is a test and clears nothing',
  data: z.object({ message: z.string(), correlationId: z.string() }),
});

export const getPush = defineRoute({
  method: 'GET',
  path: 'Settings/Push',
  needs: 'signed-in',
  summary: 'The key that browsers subscribe with, and the caller’s subscribed browsers',
  data: z.object({
    publicKey: z.string(),
    subscriptions: z.array(
      z.object({ id: z.string(), endpointHash: z.string(), userAgent: z.string(), createdUtc: z.string() }),
    ),
  }),
});
export const addPush = defineRoute({
  method: 'POST',
  path: 'Settings/Push',
  needs: 'signed-in',
  summary: 'Subscribes a browser',
  body: z.object({
    endpoint: z.url().max(2_000),
    keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
  }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [400],
});
export const removePush = defineRoute({
  method: 'DELETE',
  path: 'Settings/Push/:id',
  needs: 'signed-in',
  summary: 'Unsubscribes one of the caller’s browsers',
  params: idParams,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});

/** A system of the organisation's own that hears every notice. Its secret is shown once, when it is made. */
export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  createdUtc: z.string(),
  /** Raised by each change. */
  revision: z.number().int().optional(),
});
export const listWebhooks = defineRoute({
  method: 'GET',
  path: 'Webhook',
  needs: 'webhooks:write',
  summary: 'The organisation’s webhooks',
  data: z.array(webhook),
});
export const addWebhook = defineRoute({
  method: 'POST',
  path: 'Webhook',
  needs: 'webhooks:write',
  summary: 'Adds a webhook; private addresses are refused unless the installation allows them',
  body: z.object({ url: z.string().max(2_000) }),
  data: webhook.extend({ secret: z.string(), message: z.string() }),
  failures: [400],
});
export const deleteWebhook = defineRoute({
  method: 'DELETE',
  path: 'Webhook/:id',
  needs: 'webhooks:write',
  summary: 'Deletes a webhook',
  params: idParams,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});

/** Mails of the demonstration, which go to a page instead of a mail server. */
export const listMailbox = defineRoute({
  method: 'GET',
  path: 'Mailbox',
  needs: 'signed-in',
  summary:
    'The demonstration’s mails, newest first: the caller’s own, for admins everybody’s; 404 where mail is real',
  data: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      sentUtc: z.string(),
    }),
  ),
  failures: [404],
});

/** What SMS providers report later of a message. Signed by the provider; nobody signs in. */
export const twilioCallback = defineRoute({
  method: 'POST',
  path: 'Delivery/Twilio/:id',
  needs: 'public',
  summary: 'Status callback of Twilio (form encoded, X-Twilio-Signature)',
  params: idParams,
  data: z.object({ noted: z.boolean() }),
  failures: [403, 404],
});
export const gatewayCallback = defineRoute({
  method: 'POST',
  path: 'Delivery/Gateway/:id',
  needs: 'public',
  summary: 'Status callback of the generic SMS gateway (JSON { status, reason? }, X-Allclear-Signature)',
  params: idParams,
  data: z.object({ noted: z.boolean() }),
  failures: [403, 404],
});
