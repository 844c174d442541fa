import type { LightningDelay, Zone } from '@allclear/contract';
import { exampleNowMs, minutesAgo } from '../../clock/example-time.ts';

/** Answers of the server for tests: a clear place with three zones, changed as each test says. */
export { exampleNowMs };
export const isoAgo = (seconds: number): string => minutesAgo(seconds / 60);

export const exampleStrike: NonNullable<Zone['lastStrike']> = {
  at: isoAgo(180),
  distanceMiles: 4.23,
  bearingDegrees: 45,
  compass: 'NE',
};

export function exampleZone(zone: 1 | 2 | 3, part: Partial<Zone> = {}): Zone {
  const radiusMiles = zone * 10;
  return {
    zone,
    radiusMiles,
    range: `${radiusMiles - 10}-${radiusMiles} mi`,
    state: 'clear',
    reason: null,
    remainingSeconds: 0,
    countdownSeconds: 0,
    clearAt: isoAgo(3600),
    lastStrike: null,
    thunder: null,
    lifeSafety: false,
    ...part,
  };
}

export function affectedZone(zone: 1 | 2 | 3, remainingSeconds: number): Zone {
  return exampleZone(zone, {
    state: 'delay',
    reason: 'strike',
    remainingSeconds,
    countdownSeconds: remainingSeconds,
    clearAt: isoAgo(40 - remainingSeconds),
    lastStrike: exampleStrike,
  });
}

export function observingZone(zone: 1 | 2 | 3, remainingSeconds: number): Zone {
  return exampleZone(zone, {
    state: 'delay',
    reason: 'observing',
    remainingSeconds,
    countdownSeconds: remainingSeconds,
    clearAt: isoAgo(40 - remainingSeconds),
  });
}

export function thunderZone(zone: 1 | 2 | 3, remainingSeconds: number): Zone {
  return exampleZone(zone, {
    state: 'delay',
    reason: 'report',
    remainingSeconds,
    countdownSeconds: remainingSeconds,
    clearAt: isoAgo(40 - remainingSeconds),
    thunder: { at: isoAgo(60), distanceMiles: null },
  });
}

export function exampleAnswer(part: Partial<LightningDelay> = {}): LightningDelay {
  return {
    item1: '00:00:00',
    item2: '00:00:00',
    item3: '00:00:00',
    item4: '00:00:00',
    observedThrough: isoAgo(40),
    confirmedThrough: part.observedThrough ?? isoAgo(40),
    now: isoAgo(0),
    lagSeconds: 40,
    paused: false,
    allClearMinutes: 30,
    note: null,
    remark: null,
    feeds: ['GOES-19'],
    zones: [exampleZone(1), exampleZone(2), exampleZone(3)],
    strikeCount: 0,
    ...part,
  };
}
