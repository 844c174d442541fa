import type { LightningDelay } from '@allclear/contract';
import { describe, expect, it } from 'vitest';
import { clockText, follow } from '../../features/lightning/countdown.ts';
import { affectedZone, exampleAnswer, exampleZone } from '../../features/lightning/example.ts';
import { type LightningView, lightningView } from '../../features/lightning/lightning-view.ts';
import { minutesAgo, nowMs } from '../../features/warnings/example.ts';
import { type ClearOutlook, remainingText } from '../../features/warnings/warnings-view.ts';
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

  it('rounds its clock as the ring does', () => {
    const part = { answer: exampleAnswer({ zones }), paused: false, shownThroughMs: 0, runAlongMs: 10_000 };
    const lightning = lightningView({ followed: part }, nowMs + 400, 180);
    const outlook = zoneOutlook(warning(20), lightning, 'America/Chicago')?.outlook;
    const ring = lightning.kind === 'delay' ? clockText(lightning.governing.remainingSeconds) : '';
    expect(outlook?.kind === 'counting' && remainingText(outlook.remainingSeconds)).toBe(ring);
    expect(lightning.kind === 'delay' && lightning.governing.remainingSeconds % 1).not.toBe(0);
  });

  it('names the last strike of its zone, as last known while lightning is unknown', () => {
    const unknown = lightningView(
      { followed: follow(undefined, exampleAnswer({ zones }), 10_000) },
      nowMs + 600_000,
      180,
    );
    expect(unknown.kind).toBe('unavailable');
    expect(zoneOutlook(warning(20), unknown, 'America/Chicago')?.lastStrike).toMatch(
      /^Last strike 4\.2 mi NE/,
    );
    expect(zoneOutlook(warning(10), unknown, 'America/Chicago')?.lastStrike).toBeNull();

    expect(zoneOutlook(warning(20), view(), 'America/Chicago')?.lastStrike).toMatch(
      /^Last strike 4\.2 mi NE at /,
    );
    expect(zoneOutlook(warning(10), view(), 'America/Chicago')?.lastStrike).toBeNull();
  });

  it('is not that of a zone for other policies', () => {
    expect(zoneOutlook({ threatType: 7, thresholdValue: 20 }, view(), 'America/Chicago')).toBeNull();
  });
});
