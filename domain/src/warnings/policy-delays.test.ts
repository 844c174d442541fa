import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, dateText, MINUTE_MS, offsetMinutes } from '../core/index.ts';
import type { LocalFilter } from './local-filter.ts';
import {
  countedDelays,
  type DelayPeriod,
  delaySums,
  lostStretches,
  type PolicyDelay,
} from './policy-delays.ts';

const all: LocalFilter = {
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  timeOfDay: null,
  daysOfWeek: [],
};

function delay(from: string, until: string | null, more: Partial<PolicyDelay> = {}): PolicyDelay {
  return {
    ...{ id: `${from} ${until}`, placeId: 'field', policyType: 'LR1', held: [] },
    startedAt: Date.parse(from),
    endedAt: until === null ? null : Date.parse(until),
    ...more,
  };
}

const inChicago = (filter: Partial<LocalFilter> = {}, now = '2026-12-31T00:00:00Z') => ({
  filter: { ...all, ...filter },
  timeZoneOf: () => 'America/Chicago',
  now: Date.parse(now),
});
const minutes = (sums: readonly { delayMs: number; unknownMs: number }[]) =>
  sums.map(({ delayMs, unknownMs }) => [delayMs / MINUTE_MS, unknownMs / MINUTE_MS]);

test('a delay over local midnight counts in both days, and its minutes are those that passed', () => {
  const sums = delaySums([delay('2026-06-07T04:30:00Z', '2026-06-07T05:45:00Z')], 'Daily', inChicago());
  expect(sums.filter(({ policyType }) => policyType === null)).toEqual([
    {
      ...{ placeId: 'field', policyType: null, firstDay: '2026-06-06', lastDay: '2026-06-06' },
      ...{ delays: 1, openDelays: 0, delayMs: 30 * MINUTE_MS, unknownMs: 0 },
    },
    {
      ...{ placeId: 'field', policyType: null, firstDay: '2026-06-07', lastDay: '2026-06-07' },
      ...{ delays: 1, openDelays: 0, delayMs: 45 * MINUTE_MS, unknownMs: 0 },
    },
  ]);
});

test('a delay over the change of the clocks has its real minutes', () => {
  // 01:30 CST to 03:30 CDT: the clock skips an hour. 00:30 CDT to 02:30 CST: it shows one twice.
  const spring = delay('2026-03-08T07:30:00Z', '2026-03-08T08:30:00Z');
  const autumn = delay('2026-11-01T05:30:00Z', '2026-11-01T08:30:00Z');
  expect(minutes(countedDelays([spring, autumn], inChicago()))).toEqual([
    [60, 0],
    [180, 0],
  ]);
  const nights = inChicago({ timeOfDay: { from: 60 * MINUTE_MS, until: 120 * MINUTE_MS } });
  expect(minutes(countedDelays([spring, autumn], nights))).toEqual([
    [30, 0],
    [120, 0],
  ]);
});

test('overlapping zones lose the time of a place once; each type has its own', () => {
  const delays = [
    delay('2026-06-06T20:00:00Z', '2026-06-06T21:00:00Z'),
    delay('2026-06-06T20:15:00Z', '2026-06-06T20:45:00Z', { id: 'inner' }),
    delay('2026-06-06T20:30:00Z', '2026-06-06T21:30:00Z', { policyType: 'LR2' }),
  ];
  const sums = delaySums(delays, 'Overall', inChicago());
  expect(sums.map(({ policyType, delays, delayMs }) => [policyType, delays, delayMs / MINUTE_MS])).toEqual([
    ['LR1', 2, 60],
    ['LR2', 1, 60],
    [null, 3, 90],
  ]);
  expect(sums[0]).toMatchObject({ firstDay: '2026-01-01', lastDay: '2026-12-31' });
});

test('minutes without data stand apart, unless another delay of the place has data', () => {
  const held = [{ from: Date.parse('2026-06-06T20:20:00Z'), until: Date.parse('2026-06-06T20:50:00Z') }];
  const blind = delay('2026-06-06T20:00:00Z', '2026-06-06T21:00:00Z', { held });
  const seeing = delay('2026-06-06T20:40:00Z', '2026-06-06T21:10:00Z', { policyType: 'WBGT' });
  expect(minutes(countedDelays([blind], inChicago()))).toEqual([[30, 30]]);
  expect(minutes(delaySums([blind, seeing], 'Overall', inChicago()))).toEqual([
    [30, 30],
    [30, 0],
    [50, 20],
  ]);
});

test('an open delay counts until now and says so', () => {
  const open = delay('2026-06-06T20:00:00Z', null, {
    held: [{ from: Date.parse('2026-06-06T20:40:00Z'), until: null }],
  });
  const question = inChicago({}, '2026-06-06T21:00:00Z');
  expect(countedDelays([open], question)).toEqual([
    { delay: open, isOpen: true, delayMs: 40 * MINUTE_MS, unknownMs: 20 * MINUTE_MS },
  ]);
  expect(delaySums([open], 'Daily', question)[0]).toMatchObject({ delays: 1, openDelays: 1 });
});

test('weeks begin on Sunday, and a period ends with the filter', () => {
  const delays = ['2026-06-06T18:00:00Z', '2026-06-07T18:00:00Z', '2026-06-13T18:00:00Z'].map((from) =>
    delay(from, new Date(Date.parse(from) + 600_000).toISOString()),
  );
  const question = inChicago({ startDate: '2026-06-03', endDate: '2026-06-10' });
  const days = (period: DelayPeriod) =>
    delaySums(delays, period, question)
      .filter(({ policyType }) => policyType === null)
      .map(({ firstDay, lastDay, delays }) => [firstDay, lastDay, delays]);
  expect(days('Weekly')).toEqual([
    ['2026-06-03', '2026-06-06', 1],
    ['2026-06-07', '2026-06-10', 1],
  ]);
  expect(days('Monthly')).toEqual([['2026-06-03', '2026-06-10', 2]]);
});

test('hours over midnight are those of each day; days of the week are those on which an instant lies', () => {
  // Friday 2026-06-05 21:00 to Saturday 03:00 in Chicago.
  const night = delay('2026-06-06T02:00:00Z', '2026-06-06T08:00:00Z');
  const late = { from: 22 * 60 * MINUTE_MS, until: 2 * 60 * MINUTE_MS };
  const sum = (filter: Partial<LocalFilter>) => minutes(countedDelays([night], inChicago(filter)));
  expect(sum({ timeOfDay: late })).toEqual([[240, 0]]);
  expect(sum({ timeOfDay: late, daysOfWeek: [5] })).toEqual([[120, 0]]);
  expect(sum({ timeOfDay: late, endDate: '2026-06-05' })).toEqual([[120, 0]]);
  expect(sum({ daysOfWeek: [3] })).toEqual([]);
});

const zones = Intl.supportedValuesOf('timeZone');
const types = ['LR1', 'LR2', 'WBGT'];

/** An instant of a zone between 2020 and 2040, for a year with a change of the clocks at one. */
function momentOf(zone: string, at: number, nearChange: boolean): number {
  if (!nearChange) return at;
  for (let day = 0; day < 366; day += 7) {
    const before = at + day * DAY_MS;
    if (offsetMinutes(before, zone) === offsetMinutes(before + 7 * DAY_MS, zone)) continue;
    for (let hour = 0; hour < 168; hour++)
      if (offsetMinutes(before + hour * 3_600_000, zone) !== offsetMinutes(before, zone))
        return before + hour * 3_600_000;
  }
  return at;
}

const span = fc.record({
  start: fc.integer({ min: -1_500, max: 1_500 }),
  length: fc.integer({ min: 0, max: 300 }),
  type: fc.nat(2),
  holds: fc.array(fc.tuple(fc.integer({ min: -10, max: 300 }), fc.integer({ min: 1, max: 90 })), {
    maxLength: 2,
  }),
  isOpen: fc.boolean(),
});

const stories = fc.record({
  at: fc.integer({ min: Date.UTC(2020, 0, 3) / MINUTE_MS, max: Date.UTC(2039, 0, 1) / MINUTE_MS }),
  nearChange: fc.boolean(),
  spans: fc.array(span, { minLength: 1, maxLength: 4 }),
  days: fc.tuple(fc.integer({ min: -2, max: 1 }), fc.integer({ min: 0, max: 3 })),
  hours: fc.option(fc.tuple(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 0, max: 1_439 }))),
  daysOfWeek: fc.oneof(fc.constant([]), fc.subarray([0, 1, 2, 3, 4, 5, 6])),
  zone: fc.nat(),
});

function eachMinute(delays: readonly PolicyDelay[], filter: LocalFilter, zone: string, now: number) {
  const clock = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const sums = new Map<string, { known: number; unknown: number }>();
  const first = Math.min(...delays.map(({ startedAt }) => startedAt));
  const last = Math.max(...delays.map(({ endedAt }) => endedAt ?? now));
  for (let at = first; at < last; at += MINUTE_MS) {
    const open = delays.filter((one) => one.startedAt <= at && at < (one.endedAt ?? now));
    if (open.length === 0) continue;
    const [date = '', time = ''] = clock.format(at).split(', ');
    const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    if (date < filter.startDate || date > filter.endDate) continue;
    if (filter.daysOfWeek.length > 0 && !filter.daysOfWeek.includes(weekday)) continue;
    if (filter.timeOfDay) {
      const [from, until] = [filter.timeOfDay.from / MINUTE_MS, filter.timeOfDay.until / MINUTE_MS];
      if (from < until && (minute < from || minute >= until)) continue;
      if (from > until && minute < from && minute >= until) continue;
    }
    const held = open.filter((one) => one.held.some((h) => h.from <= at && at < (h.until ?? now)));
    for (const type of [...new Set(open.map(({ policyType }) => policyType)), null]) {
      const ofType = (one: PolicyDelay) => type === null || one.policyType === type;
      const sum = sums.get(`${date} ${type}`) ?? { known: 0, unknown: 0 };
      if (held.filter(ofType).length < open.filter(ofType).length) sum.known++;
      else sum.unknown++;
      sums.set(`${date} ${type}`, sum);
    }
  }
  return sums;
}

test('sums are those of every minute by the clock of the place, in all time zones', () => {
  let next = 0;
  const seen = new Set<string>();
  fc.assert(
    fc.property(stories, (story) => {
      const zone = zones[next++ % zones.length] ?? 'UTC';
      seen.add(zone);
      const moment = momentOf(zone, story.at * MINUTE_MS, story.nearChange);
      const now = moment + 1_700 * MINUTE_MS;
      const delays = story.spans.map(({ start, length, type, holds, isOpen }, i): PolicyDelay => {
        const startedAt = moment + start * MINUTE_MS;
        const isLast = isOpen && start > 1_400;
        return {
          ...{ id: String(i), placeId: 'field', policyType: types[type] ?? '', startedAt },
          endedAt: isLast ? null : startedAt + length * MINUTE_MS,
          held: holds.map(([from, minutes]) => ({
            from: startedAt + from * MINUTE_MS,
            until: startedAt + (from + minutes) * MINUTE_MS,
          })),
        };
      });
      const [firstDay, more] = story.days;
      const filter: LocalFilter = {
        startDate: dateText(moment + firstDay * DAY_MS),
        endDate: dateText(moment + (firstDay + more) * DAY_MS),
        timeOfDay: story.hours && {
          from: story.hours[0] * MINUTE_MS,
          until: story.hours[1] * MINUTE_MS,
        },
        daysOfWeek: story.daysOfWeek,
      };
      const question = { filter, timeZoneOf: () => zone, now };
      const expected = [...eachMinute(delays, filter, zone, now)]
        .map(([key, { known, unknown }]) => [key, known * MINUTE_MS, unknown * MINUTE_MS])
        .sort();
      const found = delaySums(delays, 'Daily', question);
      expect(
        found
          .filter(({ delayMs, unknownMs }) => delayMs + unknownMs > 0)
          .map((sum) => [`${sum.firstDay} ${sum.policyType}`, sum.delayMs, sum.unknownMs])
          .sort(),
      ).toEqual(expected);
      // Longer periods hold the same time.
      const total = (period: DelayPeriod) =>
        delaySums(delays, period, question).reduce((sum, row) => sum + row.delayMs + row.unknownMs, 0);
      expect([total('Weekly'), total('Monthly'), total('Overall')]).toEqual(
        Array(3).fill(found.reduce((sum, row) => sum + row.delayMs + row.unknownMs, 0)),
      );
    }),
    { numRuns: 2 * zones.length },
  );
  expect(seen.size).toBe(zones.length);
}, 30_000);

test('stretches of any delays do not overlap and last as long as their union', () => {
  const at = Date.UTC(2026, 5, 6);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(500), fc.nat(200)), { maxLength: 12 }), (spans) => {
      const delays = spans.map(
        ([start, length], i): PolicyDelay => ({
          ...{ id: String(i), placeId: 'field', policyType: 'LR1', held: [] },
          startedAt: at + start,
          endedAt: at + start + length,
        }),
      );
      const stretches = lostStretches(delays, at + 1_000);
      const instants = new Set(spans.flatMap(([s, l]) => Array.from({ length: l }, (_, i) => s + i)));
      expect(stretches.reduce((sum, { from, until }) => sum + until - from, 0)).toBe(instants.size);
      for (const [i, { from }] of stretches.entries())
        if (i > 0) expect(from).toBeGreaterThan(stretches[i - 1]?.until ?? 0);
    }),
  );
});
