import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { between, nowMs, threat } from './example.ts';
import { type RiskLevel, risksOf } from './risks-view.ts';

const zone = 'America/Chicago';
const one = (part: Parameters<typeof threat>[0]) => risksOf([threat(part)], zone, nowMs)[0]!;
/** Without the zone that readers in other zones see. */
const plain = (times: readonly string[]) => times.map((time) => time.replaceAll(/ [A-Z]{3}\b/g, ''));

describe('a risk', () => {
  it.each<[string, Parameters<typeof threat>[0], RiskLevel, string]>([
    [
      'that the forecast reaches',
      { threatLevel: 2, threatTimes: [between(17, 19)] },
      'error',
      'The forecast reaches the threshold.',
    ],
    [
      'that is on',
      { threatLevel: 2, threatTimes: [between(15.5, null)] },
      'error',
      'The policy is broken now.',
    ],
    ['near its threshold', { threatLevel: 1 }, 'warn', 'The forecast comes near the threshold.'],
    ['not in sight', {}, 'low', 'The forecast stays clear of the threshold today.'],
    [
      'that the forecast is silent of',
      { foreseen: false },
      'unforeseen',
      'The forecast says nothing of it today. You are warned when it happens.',
    ],
    [
      'of alerts',
      { policyTypeShortName: 'NWS', foreseen: false },
      'unforeseen',
      'No forecast speaks of it. You are warned when it happens.',
    ],
    [
      'of air quality',
      { policyTypeShortName: 'AQI-MAX', foreseen: false },
      'unforeseen',
      'No forecast speaks of it. You are warned when it happens.',
    ],
    [
      'of thunder',
      { policyTypeShortName: 'LR1', threatLevel: 1 },
      'warn',
      'Thunderstorms are forecast. Only lightning itself starts a delay.',
    ],
    [
      'of no thunder',
      { policyTypeShortName: 'LR1' },
      'low',
      'No thunderstorms are forecast for the rest of today.',
    ],
  ])('%s', (_, part, level, meaning) => {
    expect(one(part)).toMatchObject({ level, meaning });
  });

  it.each([
    [{}, 'At or above 87.0 °F'],
    [{ policyTypeShortName: 'CHILL', threshold: 20, isDesc: true }, 'At or below 20 °F'],
    [{ policyTypeShortName: 'PRECIP', threshold: 0.5, unit: 'in' }, 'At or above 0.50 in'],
    [{ policyTypeShortName: 'AQI-MAX', threshold: 150, unit: 'AQI' }, 'At or above 150'],
    [{ policyTypeShortName: 'LR2', threshold: 20, unit: 'mi', isDesc: true }, 'Lightning within 20 mi'],
    [{ policyTypeShortName: 'NWS', threshold: 0, unit: '' }, 'Alerts of the weather service'],
    [{ policyTypeShortName: 'NEW', threshold: 3, unit: 'x' }, 'At or above 3 x'],
  ])('%j has the threshold %s', (part, words) => {
    expect(one(part).threshold).toBe(words);
  });

  it('gives the hours of today that have not passed, in the time of the place', () => {
    const threatTimes = [between(9, 11), between(14.5, null), between(15, 17), between(19, 24)];
    expect(plain(one({ threatLevel: 2, threatTimes }).times)).toEqual([
      'Since 2:30 PM',
      '3 PM – 5 PM',
      '7 PM – 12 AM',
    ]);
    expect(one({ threatLevel: 2, threatTimes }).now).toBe(true);
    expect(
      risksOf([threat({ threatLevel: 2, threatTimes: [between(19, 20)] })], 'America/New_York', nowMs)[0]!
        .times[0],
    ).toMatch(/^8 PM.* – 9 PM/);
  });
});

it('the gravest come first, what is on before all; none is lost', () => {
  const level = fc.constantFrom<0 | 1 | 2>(0, 1, 2);
  const any = fc.record({
    threatLevel: level,
    foreseen: fc.boolean(),
    policyName: fc.string(),
    on: fc.boolean(),
  });
  const rank: Record<RiskLevel, number> = { error: 0, warn: 1, low: 2, unforeseen: 3 };
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (parts) => {
      const threats = parts.map(({ on, ...part }, i) =>
        threat({ ...part, policyId: String(i), threatTimes: on ? [between(12, null)] : [] }),
      );
      const risks = risksOf(threats, zone, nowMs);
      expect(risks.map(({ id }) => id).toSorted()).toEqual(
        threats.map(({ policyId }) => policyId).toSorted(),
      );
      for (let i = 1; i < risks.length; i++) {
        const [before, after] = [risks[i - 1]!, risks[i]!];
        expect(Number(before.now)).toBeGreaterThanOrEqual(Number(after.now));
        if (before.now === after.now) expect(rank[before.level]).toBeLessThanOrEqual(rank[after.level]);
      }
    }),
  );
});
