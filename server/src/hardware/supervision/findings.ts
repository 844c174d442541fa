import type { ReadingOutcome } from '@allclear/adapters';
import {
  batteryFinding,
  type ContactRecord,
  clockFinding,
  type FaultFinding,
  type FaultFindings,
  silenceFinding,
} from '@allclear/domain';
import type { StoredUnit } from '../units/units.store.ts';
import type { AskedUnit, UnitExpectation } from './supervision.store.ts';
import type { WrongOutputs } from './wrong-outputs.ts';

/** Why a unit could not be asked at all: its driver or address is refused here. */
export interface NotAsked {
  readonly refused: string;
}

interface AnsweringUnit {
  readonly unit: StoredUnit;
  /** Since when this process asks it, product ms. */
  readonly askedSince: number;
  readonly lastContactAt: number | null;
}

/** What a unit answered to a question. */
interface UnitAnswer {
  readonly watched: AnsweringUnit;
  readonly asked: AskedUnit;
  readonly outcome: ReadingOutcome | NotAsked;
}

interface Circumstances {
  readonly expected: UnitExpectation;
  /** What it does other than it should; null while that is not known. */
  readonly wrong: WrongOutputs | null;
  /** Epoch ms of the product clock. */
  readonly now: number;
  /** How fast the product clock runs, at the pace at which units are asked. */
  readonly speed: number;
}

/** What an answer says of each kind of fault. */
export function findingsOf(
  answer: UnitAnswer,
  { expected, wrong, now, speed }: Circumstances,
): FaultFindings {
  const { reading } = answer.asked;
  return {
    offline: silenceOf(answer, now, speed),
    refused: isWrongPassword(answer.outcome)
      ? { bad: 'It refuses the password that is set here' }
      : refusalFinding(expected),
    stuck: wrong === null ? null : findingOf(wrong.stuck),
    battery: batteryFinding(reading?.voltage ?? null),
    clock: clockFinding(reading?.clockOffsetMs ?? null),
    device: reading === null ? null : findingOf(reading.faults),
  };
}

/** By what its connection is judged. */
export function contactsOf({ unit, lastContactAt }: Omit<AnsweringUnit, 'askedSince'>): ContactRecord {
  const { offlineWindow: window, timeZone, askEveryMinutes } = unit;
  return { kind: 'siren', lastContactAt, window, timeZone, askEveryMinutes };
}

function silenceOf({ watched, asked, outcome }: UnitAnswer, now: number, speed: number): FaultFinding {
  if (isContact(outcome)) return 'good';
  // A driver that cannot ask knows nothing of its unit: neither that it is there nor that it is not.
  if ('kind' in outcome && outcome.kind === 'failed' && outcome.because === 'unsupported') return null;
  return silenceFinding(contactsOf(watched), {
    ...{ askedSince: watched.askedSince, now, speed },
    because: `It does not answer${asked.failure ? `: ${asked.failure}` : ''}`,
  });
}

/** A unit that answers that it refuses was heard. */
export function isContact(outcome: ReadingOutcome | NotAsked): boolean {
  if ('refused' in outcome) return false;
  if (outcome.kind === 'reading') return true;
  return outcome.because === 'password' || outcome.because === 'clock' || outcome.because === 'device';
}

function isWrongPassword(outcome: ReadingOutcome | NotAsked): boolean {
  return 'kind' in outcome && outcome.kind === 'failed' && outcome.because === 'password';
}

function findingOf(faults: readonly string[]): FaultFinding {
  return faults.length === 0 ? 'good' : { bad: faults.join('. ') };
}

function refusalFinding({ last }: UnitExpectation): FaultFinding {
  if (last === null) return null;
  if (last.state === 'confirmed' || last.state === 'sent') return 'good';
  return { bad: `It refused its last command${last.detail === '' ? '' : `: ${last.detail}`}` };
}
