import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

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
  ...paths.getNotificationSettings,
  needs: 'signed-in',
  summary: 'The caller’s notification settings and personal schedule',
  data: notificationSettings.extend({
    email: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    emailSuppressed: z.boolean(),
  }),
});

export const saveNotificationSettings = defineRoute({
  ...paths.saveNotificationSettings,
  needs: 'signed-in',
  summary: 'Changes the caller’s notification settings; what the body leaves out stays',
  body: notificationSettings.partial(),
  data: z.object({ message: z.string(), settings: notificationSettings }),
  failures: [400, 409],
});

export const getAlertTimes = defineRoute({
  ...paths.getAlertTimes,
  needs: 'signed-in',
  summary: 'The caller’s personal schedule',
  data: z.array(scheduleDay),
});

export const saveAlertTimes = defineRoute({
  ...paths.saveAlertTimes,
  needs: 'signed-in',
  summary: 'Replaces the caller’s personal schedule',
  body: z.array(scheduleDay),
  data: z.object({ message: z.string(), schedule: z.array(scheduleDay) }),
  failures: [400],
});

export const listChannels = defineRoute({
  ...paths.listChannels,
  needs: 'signed-in',
  summary: 'The notification channels of this installation',
  data: z.array(
    z.object({
      channel: z.enum(['push', 'sms', 'email', 'webhook']),
      configured: z.boolean(),
      vendor: z.string().nullable(),
    }),
  ),
});

export const sendTest = defineRoute({
  ...paths.sendTest,
  needs: 'signed-in',
  summary:
    'Sends the caller a test by the caller’s own channels; it says that it is a test and clears nothing',
  data: z.object({ message: z.string(), correlationId: z.string() }),
});
