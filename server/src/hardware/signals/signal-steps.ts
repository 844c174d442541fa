import { isDeepStrictEqual } from 'node:util';
import { nextSignal, type SignalEvent, type SignalState } from '@allclear/domain';
import { wallNow } from '../../platform/clock/clock.ts';
import type { StoredUnit } from '../units/units.store.ts';
import { commandsOf, firedBy, lightLimitSeconds, type SignalDetails } from './signal-commands.ts';
import type { SignalToWrite } from './signals.store.ts';
import { settingsOf, type UnitEvidence, type UnitPlace } from './unit-evidence.ts';

const noEvidence = {
  ...{ lightning: null, policyWarnings: null, isDelayInEarshot: null, isInAlertTimes: false },
  placeHolds: [{ kind: 'checking' }],
} as const;

/** A unit and what it signals, as stored. */
interface SignalingUnit {
  readonly unit: StoredUnit;
  readonly place: UnitPlace | null;
  readonly state: SignalState;
  readonly step: number;
}

/** What happened to a unit. */
interface UnitChange {
  readonly event: SignalEvent;
  /** Null where it is disabled or has no place: `event` is `withdrawn`. */
  readonly given: UnitEvidence | null;
  /** The limit of its light is to be given again. */
  readonly isRenewed: boolean;
  readonly now: number;
}

/** The next step of a unit with its commands; null when nothing changes. */
export function stepToWrite(
  { unit, place, state, step }: SignalingUnit,
  { event, given, isRenewed, now }: UnitChange,
): SignalToWrite | null {
  // Without evidence only `withdrawn` is possible, which needs none.
  const evidence = given?.evidence ?? noEvidence;
  const next = nextSignal(settingsOf(unit), state, event, evidence, now);
  const renews = isRenewed && next.state.kind === 'warning';
  const isSame = next.effects.length === 0 && isDeepStrictEqual(next.state, state);
  if (isSame && !renews) return null;
  const details: SignalDetails =
    given === null
      ? { text: 'The unit was disabled or has no place' }
      : firedBy(unit, given.evidence, given.lastStrike);
  const effects =
    renews && !next.effects.some(({ kind }) => kind === 'light')
      ? [...next.effects, { kind: 'light', on: true, cause: 'warning' } as const]
      : next.effects;
  const isEnded = event === 'withdrawn' && state.kind === 'warning';
  const isSounded = effects.some(({ kind }) => kind === 'sound-warning');
  const isLit = effects.some((effect) => effect.kind === 'light' && effect.on);
  return {
    ...{ unitId: unit.id, unitName: unit.name, basedOn: step, state: next.state, place },
    commands: [
      ...(isEnded
        ? [{ unitId: unit.id, action: { kind: 'stop-sound' }, cause: 'dark', details } as const]
        : []),
      ...effects.flatMap((effect) => commandsOf(unit, effect, details)),
    ],
    endsTest: isSounded || (isLit && !renews) ? 'delay' : isEnded && !unit.enabled ? 'disabled' : null,
    event: eventFor(
      unit,
      state,
      next.state,
      effects.map(({ kind }) => kind),
      details,
    ),
  };
}

/** When half of the limit of a light is over; null for a light without one. */
export function renewalOf(unit: StoredUnit, state: SignalState): number | null {
  const seconds = lightLimitSeconds(unit);
  return seconds === null || state.kind !== 'warning' ? null : wallNow() + seconds * 500;
}

function eventFor(
  unit: StoredUnit,
  before: SignalState,
  after: SignalState,
  effects: readonly string[],
  { text }: SignalDetails,
): SignalToWrite['event'] {
  const { placeName } = unit;
  if (effects.includes('sound-all-clear')) return { signal: 'all-clear', text: 'All clear', placeName };
  if (effects.includes('sound-warning')) return { signal: 'warning', text, placeName };
  if (before.kind === after.kind) return null;
  const signal = after.kind === 'warning' ? 'muted' : after.kind;
  return { signal, text: after.kind === 'warning' ? text : '', placeName };
}
