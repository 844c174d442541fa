import {
  type AddressedGroup,
  type Addressee,
  type AlertTime,
  isRole,
  permissionsOf,
  type SharedPosition,
  silencedMask,
} from '@allclear/domain';
import { sql } from 'kysely';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';

export interface Addressees {
  readonly people: readonly Addressee[];
  readonly groups: readonly AddressedGroup[];
}

/** A person with a position, as the query has them. */
interface Row {
  id: string;
  is_active: boolean;
  role: string;
  group_id: string | null;
  declines_notifications: boolean;
  notification_type: number;
  sms_notifications: boolean;
  email_notifications: boolean;
  phone_number: string | null;
  email: string | null;
  email_suppressed: boolean;
  push_devices: number;
  severe_weather_notification: boolean;
  precipitation_notification: boolean;
  proactive_forecast_notification: boolean;
  opt_out_forecast: boolean;
  alert_times_enabled: boolean;
  alert_times: AlertTime[] | null;
  time_zone: string;
  geofence_alerts_enabled: boolean;
  withheld_features: string[];
  latitude: number | null;
  longitude: number | null;
  accuracy_meters: number | null;
  taken_at: Date | null;
  chosen: string[];
  silenced: string[];
}

/**
 * All people of an organization who may be notified, with their settings, and the groups with their alert
 * times.
 */
export async function readAddressees(db: Database, organizationId: string): Promise<Addressees> {
  const [people, groups] = await Promise.all([
    readPeople(db, organizationId, null),
    readAddressedGroups(db, organizationId),
  ]);
  return { people, groups };
}

/** Those of these people of an organization who may be notified. A few hundred at a time do not hold the event loop. */
export function readAddresseesById(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<Addressee[]> {
  return readPeople(db, organizationId, userIds);
}

/** The groups of an organization with their alert times. */
export async function readAddressedGroups(db: Database, organizationId: string): Promise<AddressedGroup[]> {
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'alert_times', 'time_zone'])
    .where('organization_id', '=', organizationId)
    .execute();
  return groups.map((group) => ({ id: group.id, alertTimes: group.alert_times, timeZone: group.time_zone }));
}

async function readPeople(
  db: Database,
  organizationId: string,
  userIds: readonly string[] | null,
): Promise<Addressee[]> {
  const now = wallNow();
  const chosen = userIds === null ? sql`` : sql`and users.id = any(${userIds}::uuid[])`;
  const people = await sql<Row>`
    select users.id, is_active, role, group_id, declines_notifications, notification_type, sms_notifications, email_notifications, phone_number,
      email, email_suppressed_at is not null as email_suppressed, severe_weather_notification, precipitation_notification,
      proactive_forecast_notification, opt_out_forecast, alert_times_enabled,
      alert_times, users.time_zone, geofence_alerts_enabled, organizations.withheld_features,
      latitude, longitude, accuracy_meters, taken_at,
      (select count(*)::int from push_subscriptions where user_id = users.id) as push_devices,
      coalesce(chosen, '{}') as chosen, coalesce(silenced, '{}') as silenced
    from users join organizations on organizations.id = users.organization_id
    left join shared_positions on shared_positions.user_id = users.id left join lateral (
      select array_agg(organization_location_id::text) as chosen,
        array_agg(organization_location_id::text) filter (where flags & ${silencedMask} = ${silencedMask}) as silenced
      from locations where locations.user_id = users.id and locations.organization_id = ${organizationId} and organization_location_id is not null
    ) saved on true
    where users.organization_id = ${organizationId} and is_active ${chosen}
    order by users.id`.execute(db);
  return people.rows.map((row) => addresseeOf(row, now));
}

/** `now` is in epoch ms of the wall clock. */
function addresseeOf(row: Row, now: number): Addressee {
  return {
    userId: row.id,
    isActive: row.is_active,
    groupIds: row.group_id === null ? [] : [row.group_id],
    declinesNotifications: row.declines_notifications,
    notificationType: row.notification_type === 1 ? 1 : 0,
    smsNotifications: row.sms_notifications,
    emailNotifications: row.email_notifications,
    phoneNumber: row.phone_number,
    email: row.email,
    emailSuppressed: row.email_suppressed,
    pushDevices: row.push_devices,
    severeWeatherNotification: row.severe_weather_notification,
    precipitationNotification: row.precipitation_notification,
    proactiveForecastNotification: row.proactive_forecast_notification,
    optOutForecast: row.opt_out_forecast,
    alertTimesEnabled: row.alert_times_enabled,
    alertTimes: row.alert_times ?? [],
    timeZone: row.time_zone,
    geofenceAlertsEnabled: row.geofence_alerts_enabled && mayChooseGeofence(row),
    sharedPosition: positionOf(row, now),
    chosenLocationIds: row.chosen,
    silencedLocationIds: row.silenced,
  };
}

/** Who may not choose the Alert Mode any more is not restricted by it: nobody could switch it off. */
function mayChooseGeofence(row: Row): boolean {
  return (
    isRole(row.role) && permissionsOf(row.role, row.withheld_features).includes('geofence.alerts.access')
  );
}

/** A position with its age at `now`, epoch ms of the wall clock. */
function positionOf(row: Row, now: number): SharedPosition | null {
  const { latitude, longitude, accuracy_meters: accuracyMeters, taken_at: takenAt } = row;
  if (latitude === null || longitude === null || accuracyMeters === null || takenAt === null) return null;
  return { latitude, longitude, accuracyMeters, ageMs: now - takenAt.getTime() };
}
