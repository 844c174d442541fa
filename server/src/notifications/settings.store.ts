import type { AlertTime } from '@allclear/domain';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { columnsOf, recordOf } from '../platform/database/record.ts';
import { nextRevision, type RecordWords, requireRevision } from '../platform/database/revision.ts';
import { removePositionOf } from './positions.store.ts';

const words: RecordWords = { what: 'these notification settings', labels: { alertTimes: 'Schedule' } };

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

/**
 * Changes what is given of a person's notification settings, all of it or nothing, if they still are the
 * revision that the change is based on; throws `StaleRevision` otherwise. Without geofence the position is deleted.
 */
export async function changeSettings(
  db: Database,
  actor: Actor,
  { userId, revision }: { userId: string; revision?: number | undefined },
  changes: Partial<NotificationSettingsInput>,
): Promise<void> {
  const { alertTimes, ...others } = changes;
  const values = columnsOf({ ...others, alertTimes: alertTimes ? JSON.stringify(alertTimes) : alertTimes });
  if (Object.keys(values).length === 0) return;
  await db.transaction().execute(async (transaction) => {
    const before = recordOf(
      await transaction
        .selectFrom('users')
        .selectAll()
        .where('id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow(),
    );
    requireRevision(before, revision, words);
    await transaction
      .updateTable('users')
      .set({ ...values, ...nextRevision(before, changes) })
      .where('id', '=', userId)
      .execute();
    if (changes.geofenceAlertsEnabled === false) await removePositionOf(transaction, actor, userId);
    await notify(transaction, { topic: 'notifications', ids: [userId] });
  });
}
