import type { LastKnownLightning, LightningDelay, Zone } from '@allclear/contract';
import { governingZone } from '@allclear/domain';
import { lastKnownOf, remarkOf } from '../../api/delay-answer.ts';
import type { ApiFailure } from '../../api/failure.ts';
import { type FollowedDelay, remainingSeconds } from './countdown.ts';

export type Strike = NonNullable<Zone['lastStrike']>;
export type Thunder = NonNullable<Zone['thunder']>;

/** A zone that thunder holds while lightning is not observed. */
export interface ThunderZone {
  readonly radiusMiles: number;
  readonly lifeSafety: boolean;
  readonly thunder: Thunder;
  /** Until when at least. */
  readonly until: string;
}

export interface ZoneView {
  zone: number;
  radiusMiles: number;
  range: string;
  /** `strike` and `observing` are delays; thunder that was heard counts as a strike. */
  state: 'strike' | 'observing' | 'clear';
  remainingSeconds: number;
  /** Remaining time relative to the all-clear timer, 0 to 1. */
  progress: number;
  /** The earliest all clear of a zone in delay; null of one that is clear. */
  clearAt: string | null;
  lastStrike: Strike | null;
  /** Thunder where it was heard after the last strike. */
  thunder: Thunder | null;
}

export interface LastKnown {
  /** Ranges in delay when last known; empty when there were none. It never counts as clear. */
  inDelay: string[];
  lastStrike: Strike | null;
  observedThrough: string | null;
  /** Each zone with its own last strike. */
  zones: readonly { radiusMiles: number; lastStrike: Strike | null }[];
}

/**
 * What the lightning card shows. Only `clear` may be shown as clear, and only a fresh answer of the server
 * leads to it.
 */
export type LightningView =
  | { kind: 'loading' }
  | { kind: 'not-covered' }
  /**
   * `remark` says what hinders the observation, where that is known. `thunder`: the zones that it holds, observed or
   * not.
   */
  | { kind: 'unavailable'; lastKnown: LastKnown | null; remark?: string; thunder?: readonly ThunderZone[] }
  | {
      kind: 'delay';
      answer: LightningDelay;
      zones: ZoneView[];
      /** The zone in delay with the longest way to go, on a tie the innermost. */
      governing: ZoneView;
      lastStrike: Strike | null;
      thunder: Thunder | null;
      /** A window of observation is missing: the countdown stands still. */
      paused: boolean;
      atZero: boolean;
    }
  | {
      kind: 'clear';
      answer: LightningDelay;
      ranges: string[];
      since: string | null;
      lastStrike: Strike | null;
      thunder: Thunder | null;
    };

export interface LightningState {
  followed?: FollowedDelay | undefined;
  failure?: ApiFailure | null | undefined;
}

/** Failures that say nothing about the weather: the last state stays until it is too old. */
const passing: readonly string[] = [
  'unreachable',
  'timeout',
  'too-many-requests',
  'internal',
  'unavailable',
  'not-signed-in',
];

/** Whether a failure says nothing of the weather. */
export function isPassing(failure: ApiFailure | null | undefined): boolean {
  return failure != null && passing.includes(failure.code);
}

/**
 * The state after a failed call. A failure that says nothing about the weather changes nothing: it neither
 * uncovers what a refusal covered nor drops the last known state.
 */
export function afterFailure(before: LightningState | undefined, failure: ApiFailure): LightningState {
  const covered = before?.failure && !passing.includes(before.failure.code);
  return {
    followed: before?.followed,
    failure: covered && passing.includes(failure.code) ? before.failure : failure,
  };
}

/**
 * The view at an instant of the product clock. A state older than `limitSeconds`, by its observation or by
 * its answer, is covered: that applies to a silent feed, a server that does not answer and a tab that slept.
 */
export function lightningView(
  state: LightningState,
  nowMs: number | null,
  limitSeconds: number,
): LightningView {
  const { followed, failure } = state;
  if (failure?.code === 'lightning-not-covered') return { kind: 'not-covered' };
  if (failure && !passing.includes(failure.code)) {
    const last = lastKnownOf(failure.lastKnown);
    // Without any observation nothing is known, not even that no zone was in delay.
    const lastKnown = last?.observedThrough
      ? {
          inDelay: last.zones.filter((zone) => zone.inDelay).map((zone) => zone.range),
          lastStrike: latest(last.zones),
          observedThrough: last.observedThrough,
          zones: last.zones,
        }
      : null;
    const remark = remarkOf(failure.lastKnown);
    const shown = lastKnown ?? lastKnownFrom(followed);
    const thunder = thunderZones(last, nowMs);
    return {
      ...{ kind: 'unavailable', lastKnown: shown },
      ...(remark !== null && { remark }),
      ...(thunder.length > 0 && { thunder }),
    };
  }
  if (!followed) return failure ? { kind: 'unavailable', lastKnown: null } : { kind: 'loading' };

  const { answer } = followed;
  const oldestMs = Math.min(Date.parse(answer.observedThrough), Date.parse(answer.now));
  // Without the time the age is unknown.
  if (nowMs === null || !(nowMs - oldestMs <= limitSeconds * 1000))
    return { kind: 'unavailable', lastKnown: lastKnownFrom(followed) };

  const lastStrike = latest(answer.zones);
  const thunder = lastThunder(answer.zones);
  if (answer.zones.length > 0 && answer.zones.every((zone) => zone.state === 'clear')) {
    const since = answer.zones.map((zone) => zone.clearAt).filter((at) => at !== null);
    return {
      kind: 'clear',
      answer,
      ranges: answer.zones.map((zone) => zone.range),
      since: since.sort().at(-1) ?? null,
      lastStrike,
      thunder,
    };
  }
  const zones = answer.zones.map((zone) => zoneView(zone, followed, nowMs));
  const inDelay = zones.filter((zone) => zone.state !== 'clear');
  const governing = governingZone(
    inDelay.map((zone) => ({ zone, radiusMiles: zone.radiusMiles, clearAt: clearMs(zone) })),
  )?.zone;
  if (governing === undefined) return { kind: 'unavailable', lastKnown: lastKnownFrom(followed) };
  const atZero = inDelay.some((zone) => zone.remainingSeconds === 0);
  return { kind: 'delay', answer, zones, governing, lastStrike, thunder, paused: followed.paused, atZero };
}

function clearMs({ clearAt }: ZoneView): number {
  return clearAt === null ? Number.NEGATIVE_INFINITY : Date.parse(clearAt);
}

function zoneView(zone: Zone, followed: FollowedDelay, nowMs: number): ZoneView {
  const { radiusMiles, range, lastStrike } = zone;
  const view = { zone: zone.zone, radiusMiles, range, lastStrike, thunder: lastThunder([zone]) };
  if (zone.state === 'clear')
    return { ...view, state: 'clear', remainingSeconds: 0, progress: 0, clearAt: null };
  const remaining = remainingSeconds(followed, zone, nowMs);
  return {
    ...view,
    // Thunder that was heard puts a zone in delay as a strike does (safety rule L1).
    state: zone.reason === 'report' ? 'strike' : (zone.reason ?? 'observing'),
    remainingSeconds: remaining,
    progress: Math.min(1, remaining / (followed.answer.allClearMinutes * 60)),
    clearAt: zone.clearAt,
  };
}

function lastKnownFrom(followed: FollowedDelay | undefined): LastKnown | null {
  if (!followed) return null;
  const { zones, observedThrough } = followed.answer;
  return {
    inDelay: zones.filter((zone) => zone.state === 'delay').map((zone) => zone.range),
    lastStrike: latest(zones),
    observedThrough,
    zones,
  };
}

function latest(zones: readonly { lastStrike: Strike | null }[]): Strike | null {
  const strikes = zones.map((zone) => zone.lastStrike).filter((strike) => strike !== null);
  return strikes.reduce<Strike | null>(
    (last, strike) => (last && Date.parse(last.at) >= Date.parse(strike.at) ? last : strike),
    null,
  );
}

/** The zones that thunder holds now, while lightning is not observed. */
function thunderZones(last: LastKnownLightning | null, nowMs: number | null): ThunderZone[] {
  return (last?.zones ?? []).flatMap(({ radiusMiles, thunder }) => {
    if (!thunder || (nowMs !== null && nowMs >= Date.parse(thunder.until))) return [];
    const { at, distanceMiles, until, lifeSafety } = thunder;
    return [{ radiusMiles, lifeSafety, thunder: { at, distanceMiles }, until }];
  });
}

/** Thunder where it was heard after the last strike; null otherwise. */
export function lastThunder(
  zones: readonly { thunder: Thunder | null; lastStrike: Strike | null }[],
): Thunder | null {
  const strikeMs = Date.parse(latest(zones)?.at ?? '');
  const heard = zones.flatMap(({ thunder }) => thunder ?? []);
  const last = heard.reduce<Thunder | null>(
    (newest, one) => (newest && Date.parse(newest.at) >= Date.parse(one.at) ? newest : one),
    null,
  );
  return last && !(strikeMs >= Date.parse(last.at)) ? last : null;
}

/** 'Thunder heard 3:12 PM, about 2 mi away'. */
export function thunderText({ distanceMiles }: Thunder, time: string): string {
  const away = distanceMiles === null ? '' : `, about ${Number(distanceMiles.toFixed(1))} mi away`;
  return `Thunder heard ${time}${away}`;
}

/** 'Last strike 4.2 mi NE'. */
export function strikeText(strike: Strike): string {
  return `Last strike ${strike.distanceMiles.toFixed(1)} mi ${strike.compass}`.trimEnd();
}
