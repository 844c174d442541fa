import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, days, firstHourMs, hour, hours, nowMs } from './example.ts';
import { amountText, comesFrom, comingItems, dailyPeriods, hourlyPeriods, valueText } from './periods.ts';

const HOUR_MS = 3_600_000;
const labels = (from: string, count: number, timeZone: string) =>
  hourlyPeriods(
    Array.from({ length: count }, (_, i) =>
      hour(0, { observationTime: new Date(Date.parse(from) + i * HOUR_MS).toISOString() }),
    ),
    timeZone,
    null,
  ).map(({ weekday, label }) => `${weekday} ${label}`);

describe('hours', () => {
  it('are said in the time of the place', () => {
    expect(labels('2026-06-06T20:00:00Z', 2, 'America/Chicago')).toEqual(['Sat 3 PM', 'Sat 4 PM']);
    expect(labels('2026-06-06T20:00:00Z', 2, 'America/Los_Angeles')).toEqual(['Sat 1 PM', 'Sat 2 PM']);
    expect(labels('2026-06-06T20:00:00Z', 2, 'Pacific/Auckland')).toEqual(['Sun 8 AM', 'Sun 9 AM']);
    expect(labels('2026-06-06T20:00:00Z', 1, 'Asia/Kathmandu')).toEqual(['Sun 1:45 AM']);
  });

  it('leave an hour out and have one twice when the clocks change', () => {
    expect(labels('2026-03-08T07:00:00Z', 3, 'America/Chicago')).toEqual([
      'Sun 1 AM',
      'Sun 3 AM',
      'Sun 4 AM',
    ]);
    expect(labels('2026-11-01T05:00:00Z', 4, 'America/Chicago')).toEqual([
      'Sun 12 AM',
      'Sun 1 AM',
      'Sun 1 AM',
      'Sun 2 AM',
    ]);
    const [first, second] = hourlyPeriods(
      ['2026-11-01T06:00:00Z', '2026-11-01T07:00:00Z'].map((observationTime) => hour(0, { observationTime })),
      'America/Chicago',
      null,
    );
    expect([first!.spoken, second!.spoken]).toEqual(['Sunday 1:00 AM CDT', 'Sunday 1:00 AM CST']);
  });

  it('that have passed are left out; the one that runs stays', () => {
    expect(hourlyPeriods(hours(), 'America/Chicago', nowMs)).toHaveLength(36);
    expect(hourlyPeriods(hours(), 'America/Chicago', firstHourMs + HOUR_MS)).toHaveLength(35);
    expect(hourlyPeriods(hours(), 'America/Chicago', firstHourMs + 36 * HOUR_MS)).toEqual([]);
  });

  it('before a gap pass like all others', () => {
    expect(hourlyPeriods([hour(0), hour(6)], 'UTC', firstHourMs + 2 * HOUR_MS)).toHaveLength(1);
  });

  it('show a chance of precipitation only when it is above 0', () => {
    const chances = [0, 0.4, 1, 30, null].map((value) =>
      hour(0, { precipitationChance: { value, unit: '%' } }),
    );
    expect(hourlyPeriods(chances, 'UTC', null).map(({ chancePct }) => chancePct)).toEqual([
      null,
      null,
      1,
      30,
      null,
    ]);
  });

  it('turn the arrow to where the wind blows to, if it blows from anywhere', () => {
    const winds = [
      hour(0),
      hour(0, { windDirectionDegrees: 10 }),
      hour(0, { windDirectionDegrees: null, windDirection: 'VRB' }),
      hour(0, { windSpeed: { value: 0, unit: 'mph' } }),
      hour(0, { windSpeed: { value: null, unit: 'mph' } }),
    ];
    expect(hourlyPeriods(winds, 'UTC', null).map(({ arrowDegrees }) => arrowDegrees)).toEqual([
      50,
      190,
      null,
      null,
      null,
    ]);
  });
});

describe('days', () => {
  it('are the dates of the place, whatever zone the reader is in', () => {
    expect(dailyPeriods(days(), nowMs).map(({ weekday, label }) => `${weekday} ${label}`)).toEqual([
      'Sat Jun 6',
      'Sun Jun 7',
      'Mon Jun 8',
      'Tue Jun 9',
      'Wed Jun 10',
      'Thu Jun 11',
      'Fri Jun 12',
    ]);
    expect(dailyPeriods([day(0)], nowMs)[0]!.spoken).toBe('Saturday, June 6');
  });

  it('end with the day of the place, which may have 25 hours', () => {
    const long = ['2026-11-01T05:00:00Z', '2026-11-02T06:00:00Z'].map((observationTime) =>
      day(0, { observationTime }),
    );
    expect(comingItems(long, Date.parse('2026-11-02T05:30:00Z'), 24 * HOUR_MS)).toHaveLength(2);
    expect(comingItems(long, Date.parse('2026-11-02T06:00:00Z'), 24 * HOUR_MS)).toHaveLength(1);
  });

  it('that have passed are left out', () => {
    expect(dailyPeriods(days(), nowMs + 24 * HOUR_MS)[0]!.label).toBe('Jun 7');
  });
});

describe('what is to come', () => {
  it('never holds what has passed, and loses nothing else', () => {
    const at = fc.integer({ min: -10, max: 60 });
    fc.assert(
      fc.property(fc.nat(40), at, (count, hoursLater) => {
        const now = firstHourMs + hoursLater * HOUR_MS + 1;
        const left = comingItems(hours(count), now, HOUR_MS);
        expect(left).toHaveLength(Math.min(count, Math.max(0, count - hoursLater)));
        expect(comingItems(hours(count), comesFrom(hours(count), now, HOUR_MS), HOUR_MS)).toEqual(left);
        for (const item of left) expect(Date.parse(item.observationTime) + HOUR_MS).toBeGreaterThan(now);
      }),
    );
  });
});

describe('values', () => {
  it.each([
    ['ambient', 91.4, '91', '91 °F'],
    ['feels', 98.5, '99', '99 °F'],
    ['wbgt', 84.25, '84.3', '84.3 °F'],
    ['precipitation', 0.125, '0.13', '0.13 in'],
    ['precipitation', 0, '0.00', '0.00 in'],
    ['wind', 6.4, '6', '6 mph'],
    ['snow', 1.25, '1.3', '1.3 in'],
    ['wbgt', null, '--', '--'],
    ['high', undefined, '--', '--'],
  ] as const)('%s of %s', (metric, value, text, words) => {
    expect(valueText(metric, value)).toBe(text);
    expect(amountText(metric, value)).toBe(words);
  });
});
