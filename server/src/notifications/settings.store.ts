import { type AlertTime, type AuditAction, installationChain } from '@allclear/domain';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
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
 * `now` is product time, epoch ms.
 */
export async function changeSettings(
  db: Database,
  actor: Actor,
  { userId, revision }: { userId: string; revision?: number | undefined },
  changes: Partial<NotificationSettingsInput>,
  { action, now }: { readonly action: AuditAction; readonly now: number },
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
    const after = recordOf(
      await transaction
        .updateTable('users')
        .set({ ...values, ...nextRevision(before, changes) })
        .where('id', '=', userId)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    if (changes.geofenceAlertsEnabled === false) await removePositionOf(transaction, actor, userId);
    await notify(transaction, { topic: 'notifications', ids: [userId] });
    // The rest of the row of a person, such as the digest of the password, is not for the audit.
    const given = Object.keys(changes);
    const settingsIn = (user: object) =>
      Object.fromEntries(Object.entries(user).filter(([name]) => given.includes(name)));
    await appendAudit(transaction, actor, {
      ...{ chain: before.organizationId ?? installationChain, action, recordId: userId, now },
      ...{ before: settingsIn(before), after: settingsIn(after) },
    });
  });
}
