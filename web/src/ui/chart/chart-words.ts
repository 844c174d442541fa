import { localText, localTime, roundTo, shortWeekdayNames } from '@allclear/domain';

/** '3:42 PM' at a place, with its day ('Sat 6/6 3:42 PM') where a chart covers several. */
export function momentText(atMs: number, timeZone: string, withDay: boolean): string {
  const time = localText(atMs, timeZone);
  if (!withDay) return time;
  const { day, month, dayOfMonth } = localTime(atMs, timeZone);
  return `${shortWeekdayNames[day]} ${month}/${dayOfMonth} ${time}`;
}

/** A value for display, without its unit: '88.4', or '--' when it is unknown. */
export function valueText(value: number | null, { decimals }: { decimals: number }): string {
  return roundTo(value, decimals)?.toFixed(decimals) ?? '--';
}
