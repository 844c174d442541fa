import type { RecurringReport, Report } from '@allclear/contract';
import { weekdayNames } from '@allclear/domain';

/** 'Jun 6, 2026'; a local day is the same in every zone. */
function dayText(day: string): string {
  const at = Date.parse(`${day}T12:00:00Z`);
  return Number.isNaN(at)
    ? day
    : new Date(at).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' });
}

/** 'Weather Conditions · Jun 1, 2026 to Jun 6, 2026'. */
export function contentsText({ reportType, startDate, endDate }: Report): string {
  const period = startDate === endDate ? dayText(startDate) : `${dayText(startDate)} to ${dayText(endDate)}`;
  return `${kindText(reportType)} · ${period}`;
}

export const kindText = (reportType: Report['reportType']): string =>
  reportType === 0 ? 'Weather Conditions' : 'Policy Delays';

export const stateTexts: Readonly<Record<Report['state'], string>> = {
  queued: 'Waiting to be made',
  working: 'Being made',
  done: 'Done',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** A time in the reader's zone: 'Jun 6, 2026, 3:45 PM'. */
export const timeText = (iso: string): string =>
  new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** 'Mailed to 2 of 3 recipients'. */
export function mailedText({ mailed, recipients }: Pick<Report, 'mailed' | 'recipients'>): string {
  const people = recipients === 1 ? 'recipient' : 'recipients';
  if (mailed === 0) return `Not mailed yet to ${recipients} ${people}`;
  return mailed < recipients
    ? `Mailed to ${mailed} of ${recipients} ${people}`
    : `Mailed to ${recipients} ${people}`;
}

/** '840 bytes', '12 kB', '3.4 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** 'Every month on day 30, or its last day'. */
export function scheduleText({
  recurringPeriod,
  dayOfMonth,
  weekday,
}: Pick<RecurringReport, 'recurringPeriod' | 'dayOfMonth' | 'weekday'>): string {
  if (recurringPeriod === 'DAY') return 'Every day';
  if (recurringPeriod === 'WEEK')
    return `Every ${weekday === null ? 'week' : (weekdayNames[weekday] ?? 'week')}`;
  if (dayOfMonth === null) return 'Every month';
  return `Every month on day ${dayOfMonth}${dayOfMonth > 28 ? ', or its last day' : ''}`;
}
