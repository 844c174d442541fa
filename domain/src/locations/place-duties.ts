import type { FieldErrors } from './location-rules.ts';
import { checkPracticeTimes, type PracticeTime, practiceTimesBetween } from './practice-times.ts';

/** Who watches the weather for a place, and who decides there. */
export const dutyKinds = ['watcher', 'decision-maker'] as const;
export type DutyKind = (typeof dutyKinds)[number];

export const dutyKindTexts: Readonly<Record<DutyKind, string>> = {
  watcher: 'Watcher',
  'decision-maker': 'Decision maker',
};

export const standInsMax = 20;

/** A person who has a duty in weekly times, by the clock of the place. */
export interface StandIn extends Pick<PracticeTime, 'weekdays' | 'startsAt' | 'endsAt'> {
  readonly userId: string;
}

export interface Duty {
  /** Who has it when no stand-in does; null for nobody. */
  readonly userId: string | null;
  /** In their order: of those whose times overlap the first has it. */
  readonly standIns: readonly StandIn[];
}

/**
 * Who has a duty at an instant (epoch ms); null for nobody. The first stand-in whose times hold has it, otherwise the
 * person of the duty. Somebody who is not active never counts: the next one has it.
 */
export function onDutyAt(
  { userId, standIns }: Duty,
  isActive: (userId: string) => boolean,
  timeZone: string,
  at: number,
): string | null {
  const standIn = standIns.find(
    (one) => isActive(one.userId) && practiceTimesBetween([timeOf(one)], timeZone, at, at + 1).length > 0,
  );
  if (standIn) return standIn.userId;
  return userId !== null && isActive(userId) ? userId : null;
}

/** When stand-ins of a duty begin and end within a span, epoch ms. */
export function dutyChangesBetween({ standIns }: Duty, timeZone: string, from: number, to: number): number[] {
  return practiceTimesBetween(standIns.map(timeOf), timeZone, from, to)
    .flatMap((time) => [time.from, time.to])
    .filter((at) => at >= from && at <= to);
}

/** The weekly times of a stand-in are edited, and hold, as practice times do. */
function timeOf({ userId, weekdays, startsAt, endsAt }: StandIn): PracticeTime {
  return {
    ...{ id: userId, name: 'Stand-in', weekdays, startsAt, endsAt },
    ...{ validFrom: null, validUntil: null, exceptions: [] },
  };
}

/**
 * Checks a duty before it is stored.
 *
 * @returns sentences by label ('StandIns[2].Weekdays', counted from 1); empty when there are no errors
 */
export function checkDuty({ standIns }: Duty): FieldErrors {
  if (standIns.length > standInsMax)
    return { StandIns: [`A duty can have at most ${standInsMax} stand-ins`] };
  const errors = checkPracticeTimes(standIns.map(timeOf));
  return Object.fromEntries(
    Object.entries(errors).map(([label, sentences]) => [label.replace(/^Times/, 'StandIns'), sentences]),
  );
}
