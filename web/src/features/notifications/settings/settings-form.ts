import type { NotificationSettings, ScheduleDay } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { weekdayNames } from '@allclear/domain';
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

/** The errors of days with an impossible span, which must be corrected before anything is sent. */
export function scheduleErrors(schedule: readonly ScheduleDay[]): FieldErrors {
  return Object.fromEntries(
    schedule.flatMap((day) => {
      const problem = problemOf(day);
      return problem === null ? [] : [[`Schedule[${day.day}]`, [`${weekdayNames[day.day - 1]}: ${problem}`]]];
    }),
  );
}

/** Why a save failed: the first server error, else its message. */
export function saveFailure(thrown: unknown): Refusal {
  if (!(thrown instanceof ApiFailure))
    return { header: 'Error updating notification settings', message: '', fields: {} };
  const header = thrown.errors.ServerErrors?.[0] ?? thrown.errors.ServerError?.[0] ?? thrown.message;
  const fields = Object.entries(thrown.errors)
    .filter(([label]) => !/^ServerErrors?$/.test(label))
    .map(([label, sentences]) => [label, [...sentences]]);
  return { header, message: '', fields: Object.fromEntries(fields) };
}
