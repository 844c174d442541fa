/** What is known at `now`, as the facts that `nextWarning` takes. Instants are epoch ms. */
import { isFiniteReading, roundTo } from '../core/index.ts';
import type { LightningStatus, ZoneLightning } from '../lightning/index.ts';
import { isThresholdExceeded, type PolicyType } from '../policies/index.ts';
import type { WarningInput } from './warning.ts';

/**
 * How far ahead of the product's clock a station's may run; a reading stamped later is wrong in time and not
 * believed.
 */
export const readingAheadLimitMs = 5 * 60_000;

/**
 * A reading against a threshold, both in the type's unit. The value is compared as it is shown, rounded to
 * the type's precision, and a tie exceeds (safety rule H6; specification 1, section 9). Missing, not a
 * number, stale or stamped in the future: lost.
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
 * The verdict on one zone of a place. `zone` is undefined where the verdict has none (not covered, zone
 * switched off): lost. An unknown zone is lost too, and says which strike is known in it all the same.
 */
export function lightningInput(
  zone: ZoneLightning | undefined,
  kind: LightningStatus['kind'],
  now: number,
): WarningInput {
  if (zone === undefined || kind === 'not-covered') return { kind: 'lost' };
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
