import type { ScheduleDay } from '@allclear/contract';
import { type AlertTime, checkAlertTimes, clockText, type FieldErrors, weekdayNames } from '@allclear/domain';
import { timeChoices } from '../../../forms/alert-times/alert-times.ts';

/** The personal schedule has steps of a quarter of an hour (spec 2 section 5). */
const stepMinutes = 15;
export const choices = timeChoices(stepMinutes);

/** Days of the wire are 1 (Sunday) to 7; those of the domain 0 to 6. */
function alertTimeOf({ day, startTime, endTime, allDay, enabled }: ScheduleDay): AlertTime {
  return { day: day - 1, startTime, endTime, allDay, enabled };
}

/** Seven days from Sunday. A day that is missing in the answer has no hours. */
export function wholeWeek(schedule: readonly ScheduleDay[]): ScheduleDay[] {
  return weekdayNames.map(
    (_, i) =>
      schedule.find(({ day }) => day === i + 1) ?? {
        day: i + 1,
        enabled: false,
        allDay: false,
        startTime: '05:00:00',
        endTime: '23:00:00',
      },
  );
}

/** The error of a day that is on, in a sentence; null without one. The server checks the same rule. */
export function problemOf(day: ScheduleDay): string | null {
  if (!day.enabled || day.allDay) return null;
  return sentenceFor(checkAlertTimes([alertTimeOf(day)], { stepMinutes, firstDay: 1 }), day.day);
}

/** The sentence of a day (1 to 7) among field errors such as 'AlertTimes[3].StartTime'. */
export function sentenceFor(
  errors: FieldErrors | Readonly<Record<string, readonly string[]>>,
  day: number,
): string | null {
  const found = Object.entries(errors).filter(([label]) =>
    new RegExp(`^(AlertTimes|Schedule)(\\[${day}\\]|\\.${day}\\.)`, 'i').test(label),
  );
  return found.length === 0 ? null : found.flatMap(([, sentences]) => sentences).join(' ');
}

/** 'until 2:00 AM Monday' for a span that ends on the next day, else null. */
export function untilNote({ day, enabled, allDay, startTime, endTime }: ScheduleDay): string | null {
  if (!enabled || allDay || endTime === '00:00:00' || endTime >= startTime) return null;
  const [hours, minutes] = endTime.split(':').map(Number);
  return `until ${clockText((hours ?? 0) * 60 + (minutes ?? 0))} ${weekdayNames[day % 7]}`;
}
