import { clockText, DAY_MS, localInstants, localTime, shortWeekdayNames } from '../core/index.ts';
import type { FieldErrors } from './location-rules.ts';

/**
 * When people are outdoors at a place of the organization: 'Football', Monday to Thursday from 16:00 to 18:00 by
 * the clock of the place. A practice belongs to the day on which it begins.
 */
export interface PracticeTime {
  readonly id: string;
  readonly name: string;
  /** 0 Sunday – 6 Saturday, ascending. */
  readonly weekdays: readonly number[];
  /** 'HH:mm' of the wall clock. */
  readonly startsAt: string;
  /** 'HH:mm' of the wall clock; earlier than the start is on the next day. */
  readonly endsAt: string;
  /** The first date, '2026-08-03'; null is since ever. */
  readonly validFrom: string | null;
  /** The last date; null is until further notice. */
  readonly validUntil: string | null;
  /** Dates on which it does not take place. */
  readonly exceptions: readonly string[];
}

/** One practice: epoch ms. */
export interface Practice {
  readonly id: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export const practiceTimesMax = 40;
export const practiceNameMaxLength = 60;
export const practiceExceptionsMax = 100;

const DAY_MINUTES = 1440;

/**
 * The practices at a place that touch a period (epoch ms, the end excluded), in order of their starts. Times are
 * those of the wall clock: a start in an hour that occurs twice is the first one and an end the last one; a time
 * that the clock skips is the instant of the jump, and a practice that is skipped whole does not take place.
 * Times that cannot be read give no practice; stored ones were checked by `checkPracticeTimes`.
 */
export function practiceTimesBetween(
  times: readonly PracticeTime[],
  timeZone: string,
  from: number,
  to: number,
): Practice[] {
  const found: Practice[] = [];
  // A practice that began on the day before may last until now.
  for (let dayMs = utcDay(from, timeZone) - DAY_MS; dayMs <= utcDay(to, timeZone); dayMs += DAY_MS) {
    for (const time of times) {
      const span = takesPlaceOn(time, dayMs) ? minutesOf(time) : null;
      if (span === null) continue;
      const start = localInstants(dayMs, span.from, timeZone).first;
      const end = localInstants(dayMs, span.to, timeZone).last;
      if (start < end && start < to && end > from)
        found.push({ id: time.id, name: time.name, from: start, to: end });
    }
  }
  return found.sort((a, b) => a.from - b.from || a.to - b.to || a.name.localeCompare(b.name));
}

/** The date at a place as epoch ms of its midnight in UTC. */
function utcDay(at: number, timeZone: string): number {
  const { year, month, dayOfMonth } = localTime(at, timeZone);
  return Date.UTC(year, month - 1, dayOfMonth);
}

function takesPlaceOn({ weekdays, validFrom, validUntil, exceptions }: PracticeTime, dayMs: number): boolean {
  const date = new Date(dayMs).toISOString().slice(0, 10);
  return (
    weekdays.includes(new Date(dayMs).getUTCDay()) &&
    (validFrom === null || date >= validFrom) &&
    (validUntil === null || date <= validUntil) &&
    !exceptions.includes(date)
  );
}

/** Minutes since the midnight of its day; the end of an overnight practice is beyond 1440. */
function minutesOf({ startsAt, endsAt }: Pick<PracticeTime, 'startsAt' | 'endsAt'>) {
  const from = clockMinutes(startsAt);
  const end = clockMinutes(endsAt);
  if (from === null || end === null || from === end) return null;
  return { from, to: end > from ? end : end + DAY_MINUTES };
}

/** Minutes since midnight of 'HH:mm', 0–1439; null for anything else. */
function clockMinutes(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
}

/** Whether a text is a date of the calendar, '2026-08-03'. */
function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}

/**
 * Checks the practice times of a place before they are stored.
 *
 * @returns sentences by label ('Times[2].Name', counted from 1); empty when there are no errors
 */
export function checkPracticeTimes(times: readonly PracticeTime[]): FieldErrors {
  const errors: FieldErrors = {};
  if (times.length > practiceTimesMax)
    errors.Times = [`A place can have at most ${practiceTimesMax} practice times`];
  times.forEach((time, index) => {
    for (const [field, sentence] of Object.entries(practiceTimeErrors(time)))
      errors[`Times[${index + 1}].${field}`] = [sentence];
  });
  return errors;
}

/** The first error of each field of a practice time. */
function practiceTimeErrors(time: PracticeTime): Record<string, string> {
  const errors: Record<string, string> = {};
  const fault = (field: string, isWrong: boolean, sentence: string) => {
    if (isWrong) errors[field] ??= sentence;
  };
  const { name, weekdays, startsAt, endsAt, validFrom, validUntil, exceptions } = time;
  fault('Name', name.trim() === '', 'Name is required');
  fault(
    'Name',
    name.length > practiceNameMaxLength,
    `Name can be at most ${practiceNameMaxLength} characters`,
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  fault('Name', /[<>\u0000-\u001f\u007f]/.test(name), 'Name cannot contain < or > or control characters');
  fault('Weekdays', weekdays.length === 0, 'Choose at least one day');
  fault(
    'Weekdays',
    new Set(weekdays).size < weekdays.length || weekdays.some((day) => shortWeekdayNames[day] === undefined),
    'Days must be different numbers from 0 (Sunday) to 6 (Saturday)',
  );
  fault('StartsAt', clockMinutes(startsAt) === null, 'Start must be a time like 16:00');
  fault('EndsAt', clockMinutes(endsAt) === null, 'End must be a time like 18:00');
  fault('EndsAt', startsAt === endsAt, 'Start and end cannot be equal');
  fault('ValidFrom', validFrom !== null && !isDate(validFrom), 'First day must be a date');
  fault('ValidUntil', validUntil !== null && !isDate(validUntil), 'Last day must be a date');
  fault(
    'ValidUntil',
    validFrom !== null && validUntil !== null && validUntil < validFrom,
    'Last day cannot be before the first day',
  );
  fault('Exceptions', !exceptions.every(isDate), 'Days off must be dates');
  fault(
    'Exceptions',
    exceptions.length > practiceExceptionsMax,
    `A practice time can have at most ${practiceExceptionsMax} days off`,
  );
  return errors;
}

/** 'Mon, Wed and Fri, 4:00 PM – 6:00 PM'; an overnight end is marked '(next day)'. */
export function practiceTimeText({ weekdays, startsAt, endsAt }: PracticeTime): string {
  const span = minutesOf({ startsAt, endsAt });
  const names = [...weekdays].sort((a, b) => a - b).flatMap((day) => shortWeekdayNames[day] ?? []);
  const days =
    names.length === 7
      ? 'Every day'
      : names.length < 2
        ? names.join('')
        : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  if (span === null) return days;
  const nextDay = span.to >= DAY_MINUTES ? ' (next day)' : '';
  return `${days}, ${clockText(span.from)} – ${clockText(span.to % DAY_MINUTES)}${nextDay}`;
}
