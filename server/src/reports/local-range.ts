import { type ExportInterval, exportDays } from '@allclear/contract';
import { DAY_MS, dateText, type LocalDay, localDay, localDayOf } from '@allclear/domain';
import { invalid } from '../platform/http/errors.ts';

/** Local days from the first until the last one, both included. */
export interface LocalRange {
  readonly first: LocalDay;
  readonly last: LocalDay;
}

/**
 * The local days of a request: of an instant the day that holds it. Throws a 400 for a range that ends before it starts,
 * and for one that is longer than an export of the interval may be.
 */
export function localRange(
  { startDate, endDate }: { startDate: string; endDate: string },
  timeZone: string,
  interval: ExportInterval,
): LocalRange {
  const dayOf = (text: string) =>
    text.includes('T') ? localDayOf(Date.parse(text), timeZone) : localDay(text, timeZone);
  const first = dayOf(startDate);
  const last = dayOf(endDate);
  if (last.day < first.day) throw invalid({ EndDate: ['The end must be after the start'] });
  const most = exportDays[interval];
  const longest = Date.parse(`${first.day}T00:00:00Z`) + (most - 1) * DAY_MS;
  if (last.day > dateText(longest))
    throw invalid({ EndDate: [`the report cannot span more than ${most} days`] });
  return { first, last };
}
