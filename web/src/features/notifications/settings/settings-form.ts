import type { NotificationSettings } from '@allclear/contract';
import { ApiFailure } from '../../../api/failure.ts';
import { problemOf } from './schedule.ts';

/** What differs from what the server has; what the form does not touch is not sent. */
export function changesOf(
  before: NotificationSettings,
  draft: NotificationSettings,
): Partial<NotificationSettings> {
  const names = Object.keys(draft) as (keyof NotificationSettings)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(draft[name]))
      .map((name) => [name, draft[name]]),
  );
}

/** Whether the form may be sent: a day with an impossible span is mended first. */
export function isSound(draft: NotificationSettings): boolean {
  return draft.schedule.every((day) => problemOf(day) === null);
}

/** What a failed save says: the first server error, else its message. */
export function saveFailure(thrown: unknown): { message: string; fields: ApiFailure['errors'] } {
  if (!(thrown instanceof ApiFailure)) return { message: 'Error updating notification settings', fields: {} };
  const message = thrown.errors.ServerErrors?.[0] ?? thrown.errors.ServerError?.[0] ?? thrown.message;
  return { message, fields: thrown.errors };
}
