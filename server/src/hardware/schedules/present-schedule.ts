import type { SirenSchedule } from '@allclear/contract';
import { isTestOverdue, localDateTimeText, type TestSchedule } from '@allclear/domain';
import { isoTime } from '../../platform/http/iso-time.ts';
import type { StoredUnit } from '../units/units.store.ts';
import type { StoredSchedule } from './schedules.store.ts';

type Kind = SirenSchedule['kind'];

const kindWords: Readonly<Record<Kind, string>> = {
  delay: 'Test of the warning signal',
  'all-clear': 'Test of the all-clear signal',
  light: 'Test of the light',
  communication: 'Silent communication check',
};

/** The kind of a stored schedule; what is not one is a silent check, which switches nothing. */
export function kindOf(kind: string): Kind {
  return kind === 'delay' || kind === 'all-clear' || kind === 'light' ? kind : 'communication';
}

export function kindText(kind: string): string {
  return kindWords[kindOf(kind)];
}

export function testScheduleOf({
  every,
  weekday,
  time,
}: Pick<StoredSchedule, 'every' | 'weekday' | 'time'>): TestSchedule {
  return { every: every === 'month' ? 'month' : 'week', weekday, time };
}

/** `now` is the product clock, epoch ms. */
export function presentSchedule(
  row: StoredSchedule,
  unit: Pick<StoredUnit, 'name' | 'timeZone'>,
  now: number,
): SirenSchedule {
  const schedule = testScheduleOf(row);
  const { id, unitId, weekday, time, nextAt, lastDoneAt, createdAt, skipped, revision } = row;
  return {
    ...{ id, hardwareId: unitId, hardwareName: unit.name, kind: kindOf(row.kind), every: schedule.every },
    ...{ weekday, time, nextUtc: isoTime(nextAt), lastDoneUtc: isoTime(lastDoneAt), revision },
    skipped:
      skipped === null
        ? null
        : `Skipped: ${skipped} Tried again at ${localDateTimeText(nextAt, unit.timeZone)}.`,
    isOverdue: isTestOverdue(schedule, unit.timeZone, { lastDoneAt, createdAt }, now),
  };
}
