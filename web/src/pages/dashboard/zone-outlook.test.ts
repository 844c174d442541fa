import type { LightningDelay } from '@allclear/contract';
import { describe, expect, it } from 'vitest';
import { follow } from '../../features/lightning/countdown.ts';
import { affectedZone, exampleAnswer, exampleZone } from '../../features/lightning/example.ts';
import { type LightningView, lightningView } from '../../features/lightning/lightning-view.ts';
import { minutesAgo, nowMs } from '../../features/warnings/example.ts';
import type { ClearOutlook } from '../../features/warnings/warnings-view.ts';
import { zoneOutlook } from './zone-outlook.ts';

describe('the warning of a lightning policy ends', () => {
  const zones = [exampleZone(1), affectedZone(2, 600)];
  const warning = (miles: number) => ({ threatType: 2, thresholdValue: miles });
  const view = (part: Partial<LightningDelay> = {}): LightningView =>
    lightningView({ followed: follow(undefined, exampleAnswer({ zones, ...part }), 10_000) }, nowMs, 180);

  it.each<[string, LightningView, number, ClearOutlook | null]>([
    [
      'with its zone',
      view(),
      20,
      { kind: 'counting', nextClearAt: minutesAgo(-560 / 60), remainingSeconds: 600 },
    ],
    [
      'not before its zone, which stands still',
      view({ paused: true }),
      20,
      { kind: 'paused', since: minutesAgo(40 / 60), nextClearAt: minutesAgo(-560 / 60) },
    ],
    ['with the server’s word once its zone is clear', view(), 10, { kind: 'checking' }],
    ['by its own time where the location does not watch its radius', view(), 15, null],
    [
      'unknown while lightning is',
      { kind: 'unavailable', lastKnown: null },
      20,
      { kind: 'held', since: null },
    ],
    ['unknown where there is no lightning data', { kind: 'not-covered' }, 20, { kind: 'held', since: null }],
    ['not said while lightning is asked for', { kind: 'loading' }, 20, { kind: 'checking' }],
  ])('%s', (_, lightning, miles, outlook) => {
    expect(zoneOutlook(warning(miles), lightning, 'America/Chicago')?.outlook ?? null).toEqual(outlook);
  });

  it('names the last strike of its zone', () => {
    expect(zoneOutlook(warning(20), view(), 'America/Chicago')?.lastStrike).toMatch(
      /^Last strike 4\.2 mi NE at /,
    );
    expect(zoneOutlook(warning(10), view(), 'America/Chicago')?.lastStrike).toBeNull();
  });

  it('is not that of a zone for other policies', () => {
    expect(zoneOutlook({ threatType: 7, thresholdValue: 20 }, view(), 'America/Chicago')).toBeNull();
  });
});
