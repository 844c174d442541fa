import type { AlertTime } from '@allclear/domain';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { columnsOf } from '../platform/database/record.ts';

export interface NotificationSettingsInput {
  readonly declinesNotifications: boolean;
  readonly optOutForecast: boolean;
  readonly precipitationNotification: boolean;
  readonly severeWeatherNotification: boolean;
  readonly proactiveForecastNotification: boolean;
  readonly notificationType: number;
  readonly smsNotifications: boolean;
  readonly emailNotifications: boolean;
  readonly geofenceAlertsEnabled: boolean;
  readonly alertTimesEnabled: boolean;
  readonly timeZone: string;
  /** Null: at any time. */
  readonly alertTimes: readonly AlertTime[] | null;
}

/** Changes what is given of a person's notification settings, all of it or nothing. */
export async function changeSettings(
  db: Database,
  userId: string,
  changes: Partial<NotificationSettingsInput>,
): Promise<void> {
  const { alertTimes, ...others } = changes;
  const values = columnsOf({
    ...others,
    alertTimes: alertTimes ? JSON.stringify(alertTimes) : alertTimes,
  });
  if (Object.keys(values).length === 0) return;
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set(values).where('id', '=', userId).execute();
    await notify(transaction, { topic: 'notifications', ids: [userId] });
  });
}
