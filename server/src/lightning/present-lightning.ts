import type { LastKnownLightning, LightningDelay, Zone } from '@allclear/contract';
import {
  type BlindReason,
  compass16,
  confirmedCountdown,
  type LightningStatus,
  MINUTE_MS,
  type NearFlash,
  type Observation,
  remainingMs,
  shortTimerNote,
  type ThunderHere,
  type ZoneLightning,
  zoneStatus,
} from '@allclear/domain';

const iso = (at: number) => new Date(at).toISOString();

/** `hh:mm:ss`, rounded up: a delay that still runs never shows zero. */
export function timerText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function presentStrike(strike: NearFlash | null): Zone['lastStrike'] {
  if (strike === null) return null;
  return {
    at: iso(strike.at),
    distanceMiles: Math.round(strike.distanceMiles * 10) / 10,
    bearingDegrees: Math.round(strike.bearingDegrees),
    compass: compass16(strike.bearingDegrees) ?? '',
  };
}

function presentThunder(thunder: ThunderHere | null): Zone['thunder'] {
  return thunder && { at: iso(thunder.at), distanceMiles: thunder.distanceMiles };
}

const remarks: Readonly<Record<BlindReason, string>> = {
  sun: 'The lightning mapper is blinded by the sun.',
  'sun-possible': 'The lightning mapper may be blinded by the sun.',
  'data-lost': 'The lightning mapper lost data.',
};

function presentRemark(reason: BlindReason | null): string | null {
  return reason === null ? null : remarks[reason];
}

interface CountdownBase {
  readonly observation: Observation;
  /** The observed time that countdowns show, epoch ms. */
  readonly through: number;
  readonly allClearMinutes: number;
  readonly lifeSafetyZones: readonly number[];
}

/** What a countdown of the zone shows, ms: never more than the full timer unless more is really missing. */
function countdownMs(
  { status }: ZoneLightning,
  { observation, through, allClearMinutes }: CountdownBase,
): number {
  if (status.kind !== 'delay') return 0;
  const full = Math.max(remainingMs(status, observation), allClearMinutes * MINUTE_MS);
  return Math.min(status.clearAt - through, full);
}

function presentZone(zone: ZoneLightning, base: CountdownBase): Zone {
  const { status } = zone;
  const delayed = status.kind === 'delay';
  return {
    zone: zone.zone,
    radiusMiles: zone.radiusMiles,
    range: zone.range,
    state: delayed ? 'delay' : 'clear',
    reason: delayed ? status.reason : null,
    remainingSeconds: Math.ceil(remainingMs(status, base.observation) / 1000),
    countdownSeconds: Math.ceil(countdownMs(zone, base) / 1000),
    clearAt: delayed
      ? iso(status.clearAt)
      : status.kind === 'clear' && zone.lastStrike !== null
        ? iso(status.since)
        : null,
    lastStrike: presentStrike(zone.lastStrike),
    thunder: presentThunder(zone.thunder),
    lifeSafety: base.lifeSafetyZones.includes(zone.zone),
  };
}

/**
 * A status that is known. The caller has ruled out `unknown`: there is no way to write that one as a delay
 * or a clear.
 */
export function presentDelay(
  lightningStatus: Extract<LightningStatus, { kind: 'known' }>,
  {
    allClearMinutes,
    lifeSafetyZones = [],
    now,
  }: { allClearMinutes: number; lifeSafetyZones?: readonly number[]; now: number },
): LightningDelay {
  const { observation, lagMs } = lightningStatus;
  const { through, paused } = confirmedCountdown(observation, lagMs, now);
  const base = { observation, through, allClearMinutes, lifeSafetyZones };
  const items = [1, 2, 3, 4].map((number) => {
    const zone = lightningStatus.zones.find((one) => one.zone === number);
    return timerText(zone ? remainingMs(zone.status, observation) : 0);
  });
  return {
    item1: items[0]!,
    item2: items[1]!,
    item3: items[2]!,
    item4: items[3]!,
    observedThrough: iso(observation.observedThrough),
    confirmedThrough: iso(observation.confirmedThrough),
    now: iso(now),
    lagSeconds: lagMs / 1000,
    paused,
    allClearMinutes,
    note: shortTimerNote(allClearMinutes),
    remark: presentRemark(lightningStatus.blindReason),
    feeds: [...lightningStatus.feeds],
    zones: lightningStatus.zones.map((zone) => presentZone(zone, base)),
    strikeCount: lightningStatus.strikeCount,
  };
}

/**
 * The last known state, for a response that must not claim more: the zones that were not clear when
 * observation ended, and those in which thunder was heard since. Where nothing was ever observed there is none else.
 */
export function presentLastKnown(
  { observation, zones, blindReason }: Extract<LightningStatus, { kind: 'unknown' }>,
  {
    allClearMinutes,
    lifeSafetyZones,
    now,
  }: { allClearMinutes: number; lifeSafetyZones: readonly number[]; now: number },
): LastKnownLightning {
  const observedThrough = observation?.observedThrough ?? null;
  const wasClear = (lastStrike: NearFlash | null) =>
    observation !== null &&
    zoneStatus(lastStrike?.at ?? null, allClearMinutes, observation, observation.observedThrough).kind ===
      'clear';
  return {
    observedThrough: observedThrough === null ? null : iso(observedThrough),
    now: iso(now),
    remark: presentRemark(blindReason),
    zones: zones
      .filter(({ status }) => observation !== null || status.kind === 'delay')
      .map(({ zone, radiusMiles, range, lastStrike, thunder, status }) => {
        const heard = status.kind === 'delay' ? presentThunder(thunder) : null;
        return {
          ...{ zone, radiusMiles, range, lastStrike: presentStrike(lastStrike) },
          inDelay: status.kind === 'delay' || !wasClear(lastStrike),
          thunder:
            heard && status.kind === 'delay'
              ? { ...heard, until: iso(status.clearAt), lifeSafety: lifeSafetyZones.includes(zone) }
              : null,
        };
      }),
  };
}
