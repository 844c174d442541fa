import {
  compass8,
  type HardwareAction,
  localText,
  type NearFlash,
  type SignalEffect,
  type SignalEvidence,
  soundSeconds,
} from '@allclear/domain';
import type { CommandToGive } from '../commands/commands.store.ts';
import type { StoredUnit } from '../units/units.store.ts';
import { speakerOf } from './unit-evidence.ts';

/** Why a unit signals, for the record: a sentence, and what it stands for. */
export type SignalDetails = { readonly text: string } & Readonly<Record<string, unknown>>;

/** What fired a unit, for people: 'Lightning 5.0 mi N at 3:10 PM'. */
export function firedBy(
  unit: StoredUnit,
  evidence: SignalEvidence,
  lastStrike: NearFlash | null,
): SignalDetails {
  const warnings = (evidence.policyWarnings ?? []).filter(({ isHeld }) => !isHeld);
  const isDelay = lastStrike !== null && evidence.lightning !== null && evidence.lightning.kind !== 'clear';
  const strike = isDelay ? [strikeText(unit, lastStrike)] : [];
  const others = warnings.map(
    ({ name, since }) => `${name} warning since ${localText(since, unit.timeZone)}`,
  );
  return {
    text: [...strike, ...others].join('; ') || 'A warning',
    ...(isDelay && { strikeAt: lastStrike.at, distanceMiles: lastStrike.distanceMiles }),
    ...(warnings.length > 0 && { warningIds: warnings.map(({ id }) => id) }),
  };
}

function strikeText(unit: StoredUnit, { at, distanceMiles, bearingDegrees }: NearFlash): string {
  const where =
    distanceMiles < 0.1
      ? 'at the place'
      : `${distanceMiles.toFixed(1)} mi ${compass8(bearingDegrees) ?? ''}`.trim();
  return `Lightning ${where} at ${localText(at, unit.timeZone)}`;
}

/** The commands of one effect of a unit. `details` say what fired it. */
export function commandsOf(unit: StoredUnit, effect: SignalEffect, details: SignalDetails): CommandToGive[] {
  switch (effect.kind) {
    case 'light': {
      const limitSeconds = effect.on ? lightLimitSeconds(unit) : null;
      const action = { kind: 'light', on: effect.on, limitSeconds } as const;
      return [{ unitId: unit.id, action, cause: effect.cause, details: effectDetails(effect, details) }];
    }
    case 'sound-warning':
      return signal(unit, details, {
        ...{ cause: 'warning', signal: 'warning', seconds: unit.durationSeconds, plays: unit.plays },
        ...{ isSounded: unit.wiring.warningSound !== null, message: unit.postWarnMessage },
        clip: unit.postWarnClip,
      });
    case 'sound-all-clear':
      return signal(unit, effectDetails(effect, details), {
        ...{ cause: 'all-clear', signal: 'all-clear', seconds: unit.allClearDurationSeconds },
        ...{ plays: unit.allClearPlays, isSounded: unit.wiring.allClearSound !== null },
        ...{ message: unit.postAllClearMessage, clip: unit.postAllClearClip },
      });
    case 'say-holds':
      return words(
        unit,
        effectDetails(effect, details),
        { ...{ cause: 'warning', text: effect.text }, clip: '' },
        0,
      );
  }
}

/** Seconds after which the device itself ends the light, where it is set: the server and the link may be away. */
export function lightLimitSeconds({ lightOffAfterHours }: StoredUnit): number | null {
  return lightOffAfterHours === null ? null : lightOffAfterHours * 3_600;
}

function effectDetails(effect: SignalEffect, details: SignalDetails): SignalDetails {
  if (effect.kind === 'sound-all-clear') return { ...details, text: 'All clear' };
  if (effect.kind === 'say-holds')
    return { ...details, text: 'Lightning is over, something else holds the place' };
  if (effect.kind !== 'light' || effect.on) return details;
  return {
    ...details,
    text:
      effect.cause === 'dark'
        ? 'No warning of this unit any more, without an all clear'
        : 'Lightning is over',
  };
}

interface Signaled {
  readonly cause: 'warning' | 'all-clear';
  readonly signal: 'warning' | 'all-clear';
  readonly seconds: number;
  readonly plays: number;
  readonly isSounded: boolean;
  readonly message: string;
  readonly clip: string;
}

function signal(unit: StoredUnit, details: SignalDetails, signaled: Signaled): CommandToGive[] {
  const { cause, signal, seconds, plays, isSounded, message, clip } = signaled;
  const action: HardwareAction = { kind: 'sound', signal, seconds, plays };
  const sound: CommandToGive[] = isSounded ? [{ unitId: unit.id, action, cause, details }] : [];
  const afterSeconds = isSounded ? soundSeconds(seconds, plays) + 1 : 0;
  return [...sound, ...words(unit, details, { cause, text: message, clip }, afterSeconds)];
}

function words(
  unit: StoredUnit,
  details: SignalDetails,
  { cause, text, clip }: { cause: 'warning' | 'all-clear'; text: string; clip: string },
  afterSeconds: number,
): CommandToGive[] {
  const speaker = speakerOf(unit);
  if (speaker === null || text === '') return [];
  return [
    {
      ...{ unitId: speaker, cause, afterSeconds, details: { ...details, ofUnitId: unit.id } },
      action: { kind: 'play', text, clip: clip === '' ? null : clip, plays: 1 },
    },
  ];
}
