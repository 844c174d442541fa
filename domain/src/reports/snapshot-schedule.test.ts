import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, localDaysBetween, MINUTE_MS } from '../core/index.ts';
import { nextSnapshot, type SnapshotTimes, snapshotsDue } from './snapshot-schedule.ts';

const zone = 'America/Chicago';
const practice = {
  id: 'a',
  name: 'Football',
  weekdays: [1, 2, 3, 4, 5],
  startsAt: '16:00',
  endsAt: '18:00',
  validFrom: null,
  validUntil: null,
  exceptions: ['2026-06-10'],
};
const iso = (due: readonly { at: number; cause: string }[]) =>
  due.map(({ at, cause }) => [new Date(at).toISOString(), cause]);
const at = (text: string) => Date.parse(text);

test('a weekly time is that of the wall clock, in the hour that clocks skip the jump, in one that occurs twice the first', () => {
  const every = (time: string): SnapshotTimes => ({ kind: 'weekly', weekdays: [0, 1, 2, 3, 4, 5, 6], time });
  const spring = { after: at('2026-03-07T12:00:00Z'), until: at('2026-03-09T12:00:00Z') };
  expect(iso(snapshotsDue(every('02:30'), [], zone, spring))).toEqual([
    ['2026-03-08T08:00:00.000Z', ''],
    ['2026-03-09T07:30:00.000Z', ''],
  ]);
  const autumn = { after: at('2026-10-31T12:00:00Z'), until: at('2026-11-02T12:00:00Z') };
  expect(iso(snapshotsDue(every('01:30'), [], zone, autumn))).toEqual([
    ['2026-11-01T06:30:00.000Z', ''],
    ['2026-11-02T07:30:00.000Z', ''],
  ]);
  expect(snapshotsDue(every('25:00'), [], zone, autumn)).toEqual([]);
});

test('before practices: thirty minutes before each, not on a day off, and once where two begin together', () => {
  const times: SnapshotTimes = { kind: 'before-practice', minutes: 30 };
  const soccer = { ...practice, id: 'b', name: 'Soccer', weekdays: [2] };
  const range = { after: at('2026-06-08T20:30:00Z'), until: at('2026-06-11T20:30:00Z') };
  expect(iso(snapshotsDue(times, [practice, soccer], zone, range))).toEqual([
    ['2026-06-09T20:30:00.000Z', 'Football, Soccer'],
    ['2026-06-11T20:30:00.000Z', 'Football'],
  ]);
  expect(nextSnapshot(times, [practice], zone, { after: at('2026-06-09T20:30:00Z') })?.at).toBe(
    at('2026-06-11T20:30:00Z'),
  );
  expect(nextSnapshot(times, [], zone, { after: 0 })).toBeNull();
});

const zones = fc.constantFrom(
  ...['America/Chicago', 'America/Phoenix', 'America/St_Johns', 'Asia/Kolkata', 'Australia/Lord_Howe'],
  ...['Africa/Cairo', 'Pacific/Apia', 'America/Sao_Paulo', 'UTC'],
);
const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((minutes) =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':'),
  );
const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });
const rules = fc.oneof(
  fc.record({ kind: fc.constant('weekly' as const), weekdays, time: clock }),
  fc.record({ kind: fc.constant('before-practice' as const), minutes: fc.integer({ min: 0, max: 240 }) }),
);
const start = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) });

test('however time is cut into rounds, each snapshot is due in exactly one of them, and in order', () => {
  fc.assert(
    fc.property(
      ...[rules, zones, start],
      fc.array(fc.integer({ min: 1, max: 3 * DAY_MS }), { minLength: 1, maxLength: 12 }),
      fc.record({ weekdays, startsAt: clock, endsAt: clock }),
      (rule, timeZone, from, rounds, span) => {
        const practices = [{ ...practice, ...span }];
        let after = from;
        const inRounds = rounds.flatMap((ms) => {
          const due = snapshotsDue(rule, practices, timeZone, { after, until: after + ms });
          after += ms;
          return due;
        });
        const whole = snapshotsDue(rule, practices, timeZone, { after: from, until: after });
        expect(inRounds).toEqual(whole);
        const instants = whole.map((due) => due.at);
        expect(instants).toEqual([...new Set(instants)].sort((a, b) => a - b));
        expect(instants.every((one) => one > from && one <= after && one % MINUTE_MS === 0)).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a daily time is due once on every local day', () => {
  fc.assert(
    fc.property(clock, zones, start, (time, timeZone, from) => {
      const days = localDaysBetween(from, from + 30 * DAY_MS, timeZone);
      const [first, last] = [days[0], days.at(-1)];
      if (!first || !last) throw new Error('no days');
      const range = { after: first.from - 1, until: last.until - 1 };
      const rule = { kind: 'weekly', weekdays: [0, 1, 2, 3, 4, 5, 6], time } as const;
      const due = snapshotsDue(rule, [], timeZone, range);
      const inDays = days.map((day) => due.filter((one) => one.at >= day.from && one.at < day.until).length);
      expect(inDays).toEqual(days.map(() => 1));
    }),
    { numRuns: 1_000 },
  );
});
