import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** One file of an export: its name without an ending, and its rows. */
export interface ExportedTable {
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * What each file has of a person. Secrets are left out: they are of use to whoever finds the file. So is what
 * repeats other records (requests that were repeated, entries of queues).
 */
const queries = (id: string, email: string | null): Readonly<Record<string, RawBuilder<object>>> => ({
  account: sql`
    select u.id, o.name as organization, g.name as "userGroup", u.email, u.user_name as "userName",
      u.first_name as "firstName", u.last_name as "lastName", u.phone_number as "phoneNumber", u.role,
      u.time_zone as "timeZone", u.is_active as "isActive", u.created_at as "createdAt",
      u.activated_at as "activatedAt", u.email_suppressed_at as "emailSuppressedAt",
      u.password_hash is not null as "hasPassword"
    from users u join organizations o on o.id = u.organization_id left join groups g on g.id = u.group_id
    where u.id = ${id}`,
  'notification-settings': sql`
    select declines_notifications as "declinesNotifications", notification_type as "notificationType",
      sms_notifications as "smsNotifications", email_notifications as "emailNotifications",
      opt_out_forecast as "optOutForecast", precipitation_notification as "precipitationNotification",
      severe_weather_notification as "severeWeatherNotification",
      proactive_forecast_notification as "proactiveForecastNotification",
      geofence_alerts_enabled as "geofenceAlertsEnabled", alert_times_enabled as "alertTimesEnabled",
      alert_times as "alertTimes"
    from users where id = ${id}`,
  locations: sql`
    select id, label, location_name as "locationName", latitude, longitude, radius1, radius2, radius3, radius4,
      all_clear_minutes as "allClearMinutes", flags, time_zone as "timeZone", created_at as "createdAt"
    from locations where user_id = ${id} order by created_at, id`,
  'location-versions': sql`
    select location_id as "locationId", revision, valid_from as "validFrom", valid_to as "validTo", label,
      location_name as "locationName", latitude, longitude, radius1, radius2, radius3, radius4,
      all_clear_minutes as "allClearMinutes"
    from location_versions where user_id = ${id} order by location_id, id`,
  'map-settings': sql`select settings, saved_at as "savedAt" from map_settings where user_id = ${id}`,
  notifications: sql`
    select n.id, n.at, n.muted, o.kind, o.subject, o.text
    from notifications n join notices o on o.id = n.notice_id where n.user_id = ${id} order by n.at, n.id`,
  deliveries: sql`
    select id, channel, target, state, last_error as "lastError", attempts, created_at as "createdAt",
      accepted_at as "acceptedAt"
    from deliveries where user_id = ${id} order by created_at, id`,
  'delivery-attempts': sql`
    select a.delivery_id as "deliveryId", a.number, a.started_at as "startedAt", a.ended_at as "endedAt", a.outcome,
      a.detail
    from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.user_id = ${id}
    order by a.started_at, a.number`,
  mailbox: sql`select address, subject, text, at from mailbox where user_id = ${id} order by at`,
  devices: sql`
    select id, user_agent as "userAgent", created_at as "createdAt" from push_subscriptions
    where user_id = ${id} order by created_at`,
  'shared-position': sql`
    select latitude, longitude, accuracy_meters as "accuracyMeters", taken_at as "takenAt"
    from shared_positions where user_id = ${id}`,
  ...signInQueries(id),
  ...recordQueries(id),
  'questions-and-messages': sql`
    select kind, subject, message, preferred_contact as "preferredContact", reply_to as "replyTo", phone, copies,
      created_at as "createdAt", ended_at as "endedAt", outcome
    from inquiries where user_id = ${id} order by created_at`,
  'copies-of-questions': sql`
    select created_at as "createdAt" from inquiries
    where lower(${email}) = any(select lower(copy) from unnest(copies) copy) order by created_at`,
  jobs: sql`
    select name, state, created_at as "createdAt", ended_at as "endedAt" from job_records
    where user_id = ${id} order by created_at`,
  'proactive-forecasts': sql`
    select id, type_name as type, created_at as "createdAt" from proactive_forecasts
    where created_by = ${id} order by created_at`,
  ...outwardQueries(id),
  'commands-to-hardware': sql`
    select action, content, at, state from hardware_commands where user_id = ${id} order by entry`,
  'tests-of-hardware': sql`
    select kind, begun_at as "begunAt", ended_at as "endedAt" from hardware_tests
    where user_id = ${id} order by begun_at`,
  'demonstration-events': sql`
    select id, kind, created_at as "createdAt" from demonstration_events where started_by = ${id} order by created_at`,
});

/** What the files on messages to many people and on widgets have. */
const outwardQueries = (id: string): Readonly<Record<string, RawBuilder<object>>> => ({
  'mass-messages': sql`
    select headline, message, sender_text as "senderText", channel, override_preferences as "overridePreferences",
      is_drill as "isDrill", created_at as "createdAt"
    from mass_messages where sent_by = ${id} order by created_at`,
  'templates-of-mass-messages': sql`
    select headline, message, sender_text as "senderText", created_at as "createdAt"
    from mass_message_templates where created_by = ${id} order by created_at`,
  widgets: sql`
    select id, name, created_at as "createdAt" from widgets where created_by = ${id} order by created_at, id`,
  'guides-to-widgets': sql`
    select widget_id as "widgetId", recipient, sender, created_at as "createdAt" from widget_guides
    where user_id = ${id} order by created_at`,
});

/** What the files on snapshots and reports have; the files of reports are downloaded from *My reports*. */
const recordQueries = (id: string): Readonly<Record<string, RawBuilder<object>>> => ({
  'condition-snapshots': sql`
    select c.at, c.station_id as "stationId", s.name as station, c.note
    from condition_snapshots c join stations s on s.id = c.station_id where c.user_id = ${id} order by c.at, c.id`,
  'reports-requested': sql`
    select id, name, request, start_date as "startDate", end_date as "endDate", state, created_at as "createdAt",
      ended_at as "endedAt", expires_at as "expiresAt"
    from reports where user_id = ${id} order by created_at, id`,
  'reports-received': sql`
    select r.id, r.name, r.start_date as "startDate", r.end_date as "endDate", m.state, m.error,
      m.created_at as "createdAt", m.ended_at as "endedAt"
    from report_mails m join reports r on r.id = m.report_id where m.user_id = ${id} order by m.created_at, m.id`,
  'recurring-reports': sql`
    select id, name, request, period, day_of_month as "dayOfMonth", weekday, is_paused as "isPaused",
      next_at as "nextAt", created_at as "createdAt"
    from recurring_reports where user_id = ${id} order by created_at, id`,
});

/** What the files on signing in have. */
const signInQueries = (id: string): Readonly<Record<string, RawBuilder<object>>> => ({
  sessions: sql`
    select user_agent as "userAgent", network, created_at as "createdAt", last_used_at as "lastUsedAt",
      ended_at as "endedAt"
    from sign_in_sessions where user_id = ${id} order by created_at`,
  'second-factors': sql`
    select 'authenticator app' as kind, null as name, created_at as "createdAt", null as "lastUsedAt"
      from totp_factors where user_id = ${id}
    union all select 'passkey', name, created_at, last_used_at from passkeys where user_id = ${id}
    union all select 'recovery code', null, created_at, used_at from recovery_codes where user_id = ${id}`,
  'single-sign-on': sql`
    select issuer, subject, linked_at as "linkedAt" from sso_links where user_id = ${id} order by linked_at`,
  impersonations: sql`
    select reason, started_at as "startedAt", ended_at as "endedAt" from impersonations
    where user_id = ${id} order by started_at`,
  'account-links': sql`
    select kind, email, new_email as "newEmail", created_at as "createdAt", expires_at as "expiresAt",
      used_at as "usedAt"
    from account_links where user_id = ${id} order by created_at`,
  'account-mails': sql`
    select kind, details, created_at as "createdAt", ended_at as "endedAt" from account_mails
    where user_id = ${id} order by created_at`,
  'api-keys': sql`
    select name, prefix, networks, created_at as "createdAt", expires_at as "expiresAt", rotated_at as "rotatedAt",
      last_used_at as "lastUsedAt", last_used_network as "lastUsedNetwork", revoked_at as "revokedAt"
    from api_keys
    where user_id = ${id} order by created_at`,
  'display-links': sql`
    select name, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt",
      last_used_at as "lastUsedAt"
    from display_links where user_id = ${id} order by created_at`,
  'thunder-reports': sql`
    select p.name as "place", r.thunder_at as "thunderAt", r.received_at as "receivedAt", r.distance_miles as "distanceMiles",
      r.presses, r.taken_back_at as "takenBackAt", r.take_back_reason as "takeBackReason"
    from thunder_reports r join organization_locations p on p.id = r.organization_location_id
    where r.user_id = ${id} or r.taken_back_by = ${id} order by r.thunder_at`,
  duties: sql`
    select p.name as "place", d.duty, d.weekdays, d.starts_at as "startsAt", d.ends_at as "endsAt"
    from place_duty_people d join organization_locations p on p.id = d.organization_location_id
    where d.user_id = ${id} order by p.name, d.duty, d.position`,
  closures: sql`
    select p.name as "place", c.reason, c.closed_at as "closedAt", c.until_at as "untilAt", c.opened_at as "openedAt"
    from place_closures c join organization_locations p on p.id = c.organization_location_id
    where c.closed_by = ${id} or c.opened_by = ${id} order by c.closed_at`,
  responses: sql`
    select n.subject as "headline", r.kind, r.place, r.way, r.at,
      r.pressed_at as "pressedAt"
    from responses r join response_requests q on q.id = r.request_id join notices n on n.id = q.notice_id
    where r.user_id = ${id} order by r.at`,
  'requests-for-a-response': sql`
    select n.subject as "headline", q.asked_at as "askedAt"
    from response_requested_people p join response_requests q on q.id = p.request_id
    join notices n on n.id = q.notice_id where p.user_id = ${id} order by q.asked_at`,
  shelters: sql`
    select p.name as "place", s.name, s.is_open as "isOpen", s.open_set_at as "setAt"
    from shelters s join organization_locations p on p.id = s.organization_location_id
    where s.open_set_by = ${id} order by s.open_set_at`,
  'roll-calls': sql`
    select p.name as "place", c.is_drill as "isDrill", c.started_at as "startedAt", c.ended_at as "endedAt",
      c.started_by = ${id} as "started", c.ended_by = ${id} as "ended"
    from roll_calls c join organization_locations p on p.id = c.organization_location_id
    where c.started_by = ${id} or c.ended_by = ${id} order by c.started_at`,
  'roll-call-entries': sql`
    select p.name as "place", e.kind, g.name as "group", s.name as "shelter", e.people, e.at, e.received_at as "receivedAt"
    from roll_call_entries e join roll_calls c on c.id = e.roll_call_id
    join organization_locations p on p.id = c.organization_location_id
    left join called_groups g on g.id = e.called_group_id left join shelters s on s.id = e.shelter_id
    where e.user_id = ${id} order by e.at, e.id`,
  'show-links': sql`
    select name, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"
    from show_links where user_id = ${id} order by created_at`,
});

/** Everything that is stored about a person, read at one moment. Times are as the database has them. */
export function readPersonalData(
  db: Database,
  { id, email }: { id: string; email: string | null },
): Promise<ExportedTable[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const tables: ExportedTable[] = [];
      for (const [name, query] of Object.entries(queries(id, email))) {
        const { rows } = await query.execute(transaction);
        tables.push({ name, rows: rows as Record<string, unknown>[] });
      }
      return tables;
    });
}
