/**
 * The inputs of `nextWarning` at `now`, from readings and from the lightning status. Instants are epoch ms.
 */
import { isFiniteReading, roundTo } from '../core/index.ts';
import type { LightningStatus, ZoneLightning } from '../lightning/index.ts';
import { isThresholdExceeded, type PolicyType } from '../policies/index.ts';
import type { OpenWarning, WarningInput } from './warning.ts';

/** How far a station's clock may be ahead of the product clock; a reading dated later is rejected. */
export const readingAheadLimitMs = 5 * 60_000;

/**
 * A reading against a threshold, both in the type's unit. The value is compared as displayed, rounded to the
 * type's precision, and a tie exceeds (safety rule H6; specification 1, section 9). A reading that is
 * missing, not a number, stale or dated in the future is lost.
 */
export function readingInput(
  type: Pick<PolicyType, 'precision' | 'isDesc'>,
  threshold: number,
  reading: { readonly value: number | null; readonly observedAt: number } | null,
  now: number,
  readingLimitMs: number,
): WarningInput {
  if (reading === null) return { kind: 'lost' };
  const age = now - reading.observedAt;
  const value = roundTo(reading.value, type.precision);
  const isExceeded = isThresholdExceeded(value, roundTo(threshold, type.precision), type.isDesc);
  if (isExceeded === null || !isFiniteReading(age) || age > readingLimitMs || age < -readingAheadLimitMs)
    return { kind: 'lost' };
  return { kind: isExceeded ? 'exceeded' : 'under', at: reading.observedAt, value };
}

/**
 * The lightning status of one zone of a place as an input. `zone` is undefined where there is none (not
 * covered, zone switched off): lost. An unknown zone is lost too, with its last strike where there is one.
 */
export function lightningInput(
  zone: ZoneLightning | undefined,
  kind: LightningStatus['kind'],
  now: number,
): WarningInput {
  if (kind === 'not-covered') return { kind: 'lost', isUncovered: true };
  if (zone === undefined) return { kind: 'lost' };
  if (zone.status.kind === 'delay' && zone.status.reason === 'report' && zone.thunder)
    return {
      ...{ kind: 'exceeded', at: zone.thunder.at, value: zone.thunder.distanceMiles },
      report: kind === 'known' ? 'observed' : 'unobserved',
    };
  const strike = zone.lastStrike && {
    at: Math.min(zone.lastStrike.at, now),
    value: zone.lastStrike.distanceMiles,
  };
  const { status } = zone;
  if (kind === 'unknown' || status.kind === 'unknown')
    return strike ? { kind: 'lost', strike } : { kind: 'lost' };
  if (status.kind === 'clear') return { kind: 'clear', at: status.since };
  return status.reason === 'strike' && strike
    ? { kind: 'exceeded', ...strike }
    : { kind: 'observing', clearAt: status.clearAt };
}

/**
 * The input once the report that a lightning warning follows from was taken back: what goes on without it is another
 * report, a strike that is on, or one of this warning, whose quiet has to be observed. Null for none: nothing else was
 * there.
 */
export function takenBackInput(
  zone: ZoneLightning | undefined,
  fact: WarningInput,
  { startedAt }: Pick<OpenWarning, 'startedAt'>,
  allClearMinutes: number,
  now: number,
): WarningInput {
  if (fact.kind === 'exceeded') return { kind: 'report-taken-back', standing: fact };
  const strike = zone?.lastStrike ?? null;
  const stands = strike !== null && (strike.at >= startedAt || now < strike.at + allClearMinutes * 60_000);
  return {
    kind: 'report-taken-back',
    standing: stands ? { at: Math.min(strike.at, now), value: strike.distanceMiles } : null,
  };
}
