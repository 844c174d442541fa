import type { NotificationSettings } from '@allclear/contract';
import { ApiFailure } from '../../../api/failure.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';
import { problemOf } from './schedule.ts';

/** The changed fields; fields outside the form are not sent. */
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

/** Whether the form may be sent: a day with an impossible span must be corrected first. */
export function isSound(draft: NotificationSettings): boolean {
  return draft.schedule.every((day) => problemOf(day) === null);
}

/** Why a save failed: the first server error, else its message. */
export function saveFailure(thrown: unknown): Refusal {
  if (!(thrown instanceof ApiFailure))
    return { header: 'Error updating notification settings', message: '', fields: {} };
  const header = thrown.errors.ServerErrors?.[0] ?? thrown.errors.ServerError?.[0] ?? thrown.message;
  const fields = Object.entries(thrown.errors).map(([label, sentences]) => [label, [...sentences]]);
  return { header, message: '', fields: Object.fromEntries(fields) };
}
