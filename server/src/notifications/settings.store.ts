import type { AlertTime } from '@allclear/domain';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';

export interface NotificationSettingsInput {
  readonly declines_notifications: boolean;
  readonly opt_out_forecast: boolean;
  readonly precipitation_notification: boolean;
  readonly severe_weather_notification: boolean;
  readonly proactive_forecast_notification: boolean;
  readonly notification_type: number;
  readonly sms_notifications: boolean;
  readonly email_notifications: boolean;
  readonly geofence_alerts_enabled: boolean;
  readonly alert_times_enabled: boolean;
  readonly time_zone: string;
  /** Null: at any time. */
  readonly alert_times: readonly AlertTime[] | null;
}

/** Changes what is given of a person's notification settings, all of it or nothing. */
export async function changeSettings(
  db: Database,
  userId: string,
  changes: Partial<NotificationSettingsInput>,
): Promise<void> {
  const { alert_times, ...columns } = changes;
  const values = {
    ...columns,
    ...(alert_times === undefined
      ? {}
      : { alert_times: alert_times === null ? null : JSON.stringify(alert_times) }),
  };
  if (Object.keys(values).length === 0) return;
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set(values).where('id', '=', userId).execute();
    await notify(transaction, { topic: 'notifications', ids: [userId] });
  });
}
