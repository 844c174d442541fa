import { type AlertTime, clockText, shortWeekdayNames } from '@allclear/domain';

/** The first choice for the start of a day. */
export const allDayValue = 'all-day';
/** The start of a day, or the end of it. */
export const midnight = '00:00:00';

const timeText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;

/** The times of a day for a `NativeSelect`, in steps. */
export function timeChoices(stepMinutes: number) {
  const times = Array.from({ length: (24 * 60) / stepMinutes }, (_, i) => i * stepMinutes).map((minutes) => ({
    value: timeText(minutes),
    label: clockText(minutes),
  }));
  return {
    /** From midnight to the last step of the day. */
    times,
    /** 'ALL DAY', then the same. */
    starts: [{ value: allDayValue, label: 'ALL DAY' }, ...times],
    /** From the first step, then the midnight that ends the day. */
    ends: [...times.slice(1), { value: midnight, label: '12:00 AM' }],
  };
}

/** A day after its start was changed. */
export function withStart<Day extends Pick<AlertTime, 'allDay' | 'startTime'>>(
  day: Day,
  chosen: string,
): Day {
  if (chosen === allDayValue) return { ...day, allDay: true };
  return { ...day, allDay: false, startTime: chosen };
}

/** 'Sun off, Mon all day, Tue 05:00–23:00', for what somebody else changed. */
export function weekText(times: readonly AlertTime[]): string {
  return times
    .map(({ day, enabled, allDay, startTime, endTime }) => {
      const hours = allDay ? 'all day' : `${startTime.slice(0, 5)}–${endTime.slice(0, 5)}`;
      return `${shortWeekdayNames[day]} ${enabled ? hours : 'off'}`;
    })
    .join(', ');
}
