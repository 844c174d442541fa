import { type AddressedGroup, type Addressee, type AlertTime, silencedMask } from '@allclear/domain';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

export interface Addressees {
  readonly people: readonly Addressee[];
  readonly groups: readonly AddressedGroup[];
}

/**
 * All people of an organization who may be notified, with their settings, and the groups with their alert
 * times.
 */
export async function readAddressees(db: Database, organizationId: string): Promise<Addressees> {
  const [people, groups] = await Promise.all([
    sql<{
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
      chosen: string[];
      silenced: string[];
    }>`
      select users.id, is_active, role, group_id, declines_notifications, notification_type, sms_notifications, email_notifications, phone_number,
        email, email_suppressed_at is not null as email_suppressed, severe_weather_notification, precipitation_notification,
        proactive_forecast_notification, opt_out_forecast, alert_times_enabled,
        alert_times, time_zone,
        (select count(*)::int from push_subscriptions where user_id = users.id) as push_devices,
        coalesce(chosen, '{}') as chosen, coalesce(silenced, '{}') as silenced
      from users left join lateral (
        select array_agg(organization_location_id::text) as chosen,
          array_agg(organization_location_id::text) filter (where flags & ${silencedMask} = ${silencedMask}) as silenced
        from locations where locations.user_id = users.id and locations.organization_id = ${organizationId} and organization_location_id is not null
      ) saved on true
      where organization_id = ${organizationId} and is_active
      order by users.id`.execute(db),
    db
      .selectFrom('groups')
      .select(['id', 'alert_times', 'time_zone'])
      .where('organization_id', '=', organizationId)
      .execute(),
  ]);
  return {
    people: people.rows.map((row) => ({
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
      chosenLocationIds: row.chosen,
      silencedLocationIds: row.silenced,
    })),
    groups: groups.map((group) => ({
      id: group.id,
      alertTimes: group.alert_times,
      timeZone: group.time_zone,
    })),
  };
}
