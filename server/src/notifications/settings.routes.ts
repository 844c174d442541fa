import { randomUUID } from 'node:crypto';
import {
  getAlertTimes,
  getNotificationSettings,
  listChannels,
  type NotificationSettings,
  type ScheduleDay,
  saveAlertTimes,
  saveNotificationSettings,
  sendTest,
} from '@allclear/contract';
import {
  type AlertTime,
  type Channel,
  checkAlertTimes,
  type FieldErrors,
  ianaTimeZone,
  noticeText,
  recipientsOf,
  threatTypes,
  type WeatherKind,
} from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { findUser, type StoredUser } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { readAddressees } from './addressees.store.ts';
import { type Channels, describeChannels } from './delivery/channels.ts';
import { changeSettings, type NotificationSettingsInput } from './settings.store.ts';
import { writeNotice } from './write-notice.store.ts';

/** The step of the personal schedule (spec 2 section 5). */
const stepMinutes = 15;
const testsPerMinute = 5;
const days = [0, 1, 2, 3, 4, 5, 6] as const;

/** The caller's own notification settings, schedule and test (spec 2 sections 2, 3, 5). */
export function notificationSettingsRoutes(
  app: FastifyInstance,
  { db, clock, channels, weather }: { db: Database; clock: Clock; channels: Channels; weather: WeatherKind },
): void {
  serve(app, getNotificationSettings, async ({ principal }) => {
    const user = await ownUser(db, principal);
    return {
      ...presentSettings(user),
      email: user.email,
      phoneNumber: user.phoneNumber,
      emailSuppressed: user.emailSuppressedAt !== null,
    };
  });

  serve(app, saveNotificationSettings, async ({ principal, body }) => {
    const errors: FieldErrors = body.schedule === undefined ? {} : checkSchedule(body.schedule);
    const timeZone = body.timeZone === undefined ? undefined : ianaTimeZone(body.timeZone);
    if (timeZone === null)
      errors.TimeZone = ['TimeZone must be a time zone such as Central or America/Chicago'];
    if (body.geofenceAlertsEnabled && !principal.permissions.includes('geofence.alerts.access'))
      errors.GeofenceAlertsEnabled = ['Your role or organization does not have alerts by position'];
    if (Object.keys(errors).length > 0) throw invalid(errors);
    await changeSettings(
      db,
      actorOf(principal),
      { userId: principal.userId, revision: body.revision },
      {
        ...settingsOf(body),
        ...(timeZone ? { timeZone } : {}),
        ...(body.schedule ? { alertTimes: alertTimesOf(body.schedule) } : {}),
      },
      { action: 'notification-settings.changed', now: clock.now() },
    );
    return {
      message: 'Notification settings saved',
      settings: presentSettings(await ownUser(db, principal)),
    };
  });

  serve(app, getAlertTimes, async ({ principal }) =>
    presentSchedule((await ownUser(db, principal)).alertTimes),
  );

  serve(app, saveAlertTimes, async ({ principal, body }) => {
    const errors = checkSchedule(body);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    await changeSettings(
      db,
      actorOf(principal),
      { userId: principal.userId },
      { alertTimes: alertTimesOf(body) },
      { action: 'alert-times.changed', now: clock.now() },
    );
    return {
      message: 'Schedule saved',
      schedule: presentSchedule((await ownUser(db, principal)).alertTimes),
    };
  });

  serve(app, listChannels, async () => describeChannels(channels));

  serve(app, sendTest, ({ principal }) => writeTest(db, principal, weather, clock.now()), {
    writesPerMinute: testsPerMinute,
  });
}

async function ownUser(db: Database, { organizationId, userId }: Principal): Promise<StoredUser> {
  const user = await findUser(db, { organizationId, id: userId });
  if (!user) throw notFound('The user');
  return user;
}

/** Writes a test notice to the caller. `now` is in epoch ms. */
async function writeTest(db: Database, principal: Principal, weather: WeatherKind, now: number) {
  const user = await ownUser(db, principal);
  const timeZone = ianaTimeZone(user.timeZone) ?? 'UTC';
  const correlationId = randomUUID();
  const words = noticeText({
    notice: 'test',
    policyName: 'Allclear',
    typeShortName: 'LR1',
    unit: 'mi',
    precision: 0,
    threshold: 10,
    isDesc: true,
    value: null,
    locationName: 'all locations',
    at: now,
    startedAt: now,
    allClearMinutes: 30,
    timeZone,
    additionalText: '',
    isTest: true,
    weather,
  });
  const recipients = await recipientsOfTest(db, principal, now);
  await db.transaction().execute(async (transaction) => {
    await writeNotice(transaction, actorOf(principal), {
      organizationId: principal.organizationId,
      warningId: null,
      warningRevision: null,
      kind: 'test',
      eventType: threatTypes.OTHER,
      correlationId,
      organizationLocationId: null,
      ...words,
      timeZone,
      facts: {},
      at: now,
      recipients,
    });
    await appendAudit(transaction, actorOf(principal), {
      ...{ chain: principal.organizationId, action: 'notification-settings.tested', now },
      ...{ recordId: principal.userId, after: { channels: recipients.flatMap((one) => one.fallbackChains) } },
    });
  });
  return { message: testMessage(recipients.flatMap((one) => one.fallbackChains)), correlationId };
}

const channelWords: Readonly<Record<Channel, string>> = {
  push: 'push',
  sms: 'text message',
  email: 'email',
};

/** 'Test notification sent by push or text message, and by email': the channels of each fallback chain. */
function testMessage(fallbackChains: readonly (readonly Channel[])[]): string {
  const ways = fallbackChains
    .filter((fallbackChain) => fallbackChain.length > 0)
    .map((fallbackChain) => `by ${fallbackChain.map((channel) => channelWords[channel]).join(' or ')}`);
  if (ways.length === 0) return 'Test notification sent to My Notifications only: no channel reaches you';
  return `Test notification sent ${ways.join(', and ')}`;
}

/**
 * Addresses the caller by every channel. The caller requested the test, so neither declining nor a schedule
 * mutes it.
 */
async function recipientsOfTest(db: Database, { organizationId, userId }: Principal, now: number) {
  const { people } = await readAddressees(db, organizationId);
  const caller = people.filter((person) => person.userId === userId);
  return recipientsOf({
    policy: { typeShortName: 'LR1', allGroups: true, groupIds: [], lifeSafety: true },
    organizationLocation: { id: '', groupIds: [] },
    outerZones: [],
    notice: 'test',
    people: caller.map((person) => ({
      ...person,
      declinesNotifications: false,
      chosenLocationIds: [],
      silencedLocationIds: [],
    })),
    groups: [],
    notified: new Set(),
    now,
  });
}

/** Days of the wire, and those of the labels of its errors, are 1 (Sunday) to 7; those of the domain are 0 to 6. */
function checkSchedule(schedule: readonly ScheduleDay[]): FieldErrors {
  const errors = checkAlertTimes(
    schedule.map((day) => ({ ...day, day: day.day - 1 })),
    { stepMinutes, firstDay: 1 },
  );
  const missing = days.filter((day) => !schedule.some((one) => one.day === day + 1));
  if (missing.length > 0 && Object.keys(errors).length === 0) {
    // A day that was forgotten would be a day without warnings.
    errors.AlertTimes = [
      `Each day from 1 (Sunday) to 7 (Saturday) must be there: ${missing.map((day) => day + 1).join(', ')} is missing`,
    ];
  }
  return errors;
}

function alertTimesOf(schedule: readonly ScheduleDay[]): AlertTime[] {
  return schedule.map(({ day, startTime, endTime, allDay, enabled }) => ({
    day: day - 1,
    startTime,
    endTime,
    enabled,
    allDay: allDay || (startTime === '00:00:00' && (endTime === '00:00:00' || endTime === '24:00:00')),
  }));
}

/**
 * Seven days from Sunday on. Without a schedule every day is open all day; with one, a day that it lacks is
 * closed.
 */
function presentSchedule(times: readonly AlertTime[] | null): ScheduleDay[] {
  return days.map((day) => {
    const time = times?.find((one) => one.day === day);
    const {
      startTime = '00:00:00',
      endTime = '00:00:00',
      allDay = true,
      enabled = times === null,
    } = time ?? {};
    return { day: day + 1, enabled, allDay, startTime, endTime };
  });
}

function presentSettings(user: StoredUser): NotificationSettings {
  return {
    declinesNotifications: user.declinesNotifications,
    optOutForecast: user.optOutForecast,
    precipitationNotification: user.precipitationNotification,
    severeWeatherNotification: user.severeWeatherNotification,
    proactiveForecastNotification: user.proactiveForecastNotification,
    notificationType: user.notificationType === 1 ? 1 : 0,
    smsNotifications: user.smsNotifications,
    emailNotifications: user.emailNotifications,
    geofenceAlertsEnabled: user.geofenceAlertsEnabled,
    alertTimesEnabled: user.alertTimesEnabled,
    timeZone: ianaTimeZone(user.timeZone) ?? user.timeZone,
    schedule: presentSchedule(user.alertTimes),
    revision: user.revision,
  };
}

/** The settings that a body names, without those that are checked and translated first. */
function settingsOf({
  timeZone: _timeZone,
  schedule: _schedule,
  revision: _revision,
  ...settings
}: Partial<NotificationSettings>): Partial<NotificationSettingsInput> {
  return settings;
}
