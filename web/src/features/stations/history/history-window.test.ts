import { DAY_MS, dateText } from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customProblem, defaultCustomDays, windowOf, zoneText } from './history-window.ts';

const zone = 'America/Chicago';
const nowMs = Date.parse('2026-06-06T20:46:00Z');
const instant = (iso: string) => Date.parse(iso);

it('the days at first are the last 7 days ending yesterday, at the station', () => {
  expect(defaultCustomDays(nowMs, zone)).toEqual({ start: '2026-05-30', end: '2026-06-05' });
  // It is the 7th already in Tokyo.
  expect(defaultCustomDays(nowMs, 'Asia/Tokyo')).toEqual({ start: '2026-05-31', end: '2026-06-06' });
});

describe('a custom range', () => {
  const tooLong = 'Custom Range must be at most 90 days. Try exporting data if longer date range is needed.';
  it.each([
    ['2026-06-01', '2026-06-05', null],
    ['2026-03-08', '2026-06-05', null],
    ['2026-03-07', '2026-06-05', tooLong],
    ['2026-06-05', '2026-06-05', 'The end must be after the start.'],
    ['2026-06-05', '2026-06-01', 'The end must be after the start.'],
    ['2026-06-01', '2026-06-06', 'The end must be in the past.'],
    ['2026-06-01', '2027-01-01', 'The end must be in the past.'],
    ['', '2026-06-05', 'Choose a start and an end date.'],
    ['2026-06-01', 'x', 'Choose a start and an end date.'],
    ['2026-13-01', '2026-06-05', 'Choose a start and an end date.'],
  ])('from %s to %s: %s', (start, end, problem) => {
    expect(customProblem({ start, end }, nowMs, zone)).toBe(problem);
  });

  it('applies exactly when it ends after its start and before today and has at most 90 days', () => {
    const today = Date.parse('2026-06-06');
    const day = fc.integer({ min: -200, max: 5 }).map((offset) => ({
      offset,
      text: dateText(today + offset * DAY_MS),
    }));
    fc.assert(
      fc.property(day, day, (start, end) => {
        const applies = end.offset > start.offset && end.offset < 0 && end.offset - start.offset < 90;
        expect(customProblem({ start: start.text, end: end.text }, nowMs, zone) === null).toBe(applies);
      }),
    );
  });

  it('reaches from the first local midnight to the last, also over a clock change', () => {
    const { fromMs, toMs, step } = windowOf(
      'custom',
      { start: '2026-03-07', end: '2026-03-08' },
      nowMs,
      zone,
    );
    expect([fromMs, toMs]).toEqual([instant('2026-03-07T06:00:00Z'), instant('2026-03-09T05:00:00Z')]);
    expect(step).toBe('quarter of an hour');
  });
});

it.each([
  ['in summer', 'America/New_York', '2026-07-01T00:00:00Z', '2026-07-02T00:00:00Z', 'EDT (America/New York)'],
  ['in winter', 'America/New_York', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', 'EST (America/New York)'],
  ['over the change', zone, '2026-03-01T06:00:00Z', '2026-03-15T05:00:00Z', 'CST and CDT (America/Chicago)'],
  [
    'without summer time',
    'America/Phoenix',
    '2026-03-01T06:00:00Z',
    '2026-07-15T05:00:00Z',
    'MST (America/Phoenix)',
  ],
  [
    'elsewhere',
    'Asia/Kathmandu',
    '2026-03-01T06:00:00Z',
    '2026-03-15T05:00:00Z',
    'GMT+5:45 (Asia/Kathmandu)',
  ],
])('the zone is that of the shown days: %s', (_, timeZone, from, to, expected) => {
  expect(zoneText(timeZone, instant(from), instant(to))).toBe(`Times in ${expected}`);
});
