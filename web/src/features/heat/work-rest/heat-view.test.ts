import { describe, expect, it } from 'vitest';
import { exampleObservation, exampleProfile, exampleRisk, exampleSeries, nowMs } from './example.ts';
import { advise, bandLines, bandRows, coming, daysFrom, heatNow } from './heat-view.ts';

const hard = { intensityId: 'hard', modifierIds: [] };
const profile = exampleProfile();
const hourMs = 3_600_000;

describe('the heat of now', () => {
  it('is on the profile’s metric, approximate where WBGT is not the place’s own', () => {
    expect(heatNow(exampleObservation(88.4), false, 'WBGT')).toMatchObject({
      kind: 'known',
      value: 88.4,
      approximate: true,
      source: 'Test Field, 3.4 mi away',
    });
    expect(heatNow(exampleObservation(88.4), false, 'Temperature')).toMatchObject({
      value: 91,
      approximate: false,
    });
    expect(heatNow(exampleObservation(88.4), false, 'Heat Index')).toMatchObject({
      value: 99.5,
      approximate: false,
    });
    const own = { id: 'S', name: 'Roof', type: 1, imageUrl: null, distanceMiles: 0 };
    expect(heatNow(exampleObservation(88.4, { weatherStation: own }), false, 'WBGT')).toMatchObject({
      approximate: false,
      source: 'Roof',
    });
  });

  it('is unknown when it is missing or stale, and then only what was last is told', () => {
    expect(heatNow(null, false, 'WBGT')).toEqual({ kind: 'unknown', last: null, observed: false });
    expect(heatNow(exampleObservation(null), false, 'WBGT')).toEqual({
      kind: 'unknown',
      last: null,
      observed: true,
    });
    expect(heatNow(exampleObservation(60), true, 'WBGT')).toMatchObject({
      kind: 'unknown',
      last: { value: 60 },
    });
  });
});

describe('what is advised', () => {
  it.each([
    [75, 'continuous', 'No limit', '60 min', '0 min', 'low'],
    [80.04, 'continuous', 'No limit', '60 min', '0 min', 'low'],
    [80.05, 'split', '40 min work, 20 min rest', '40 min', '20 min', 'high'],
    [86, 'no-figure', 'No figure given', null, null, 'high'],
    [90, 'stop', 'Everybody goes inside', '0 min', '60 min', 'high'],
  ] as const)('at %d °F', (value, kind, headline, work, rest, risk) => {
    const advised = advise(profile, exampleRisk(), value, hard, 'minutes');
    expect(advised).toMatchObject({ kind, headline, work, rest });
    expect(advised!.risk!.id).toBe(risk);
  });

  it('counts what is worn, and says nothing without a value or of an unknown modifier', () => {
    expect(
      advise(profile, null, 79, { intensityId: 'hard', modifierIds: ['suit'] }, 'minutes'),
    ).toMatchObject({ kind: 'split', risk: null });
    expect(advise(profile, null, null, hard, 'minutes')).toBeNull();
    expect(advise(profile, null, 60, { intensityId: 'hard', modifierIds: ['gone'] }, 'minutes')).toBeNull();
    expect(advise(profile, null, 60, { intensityId: 'gone', modifierIds: [] }, 'minutes')).toBeNull();
  });

  it('rounds work down, so that no rounding takes rest away', () => {
    expect(advise(profile, null, 82, hard, 'percent')).toMatchObject({ work: '66%', rest: '34%' });
    const eighths = exampleProfile({
      matrices: [{ workRestIntensityId: 'hard', max: null, workPercent: 0.875 }],
    });
    expect(advise(eighths, null, 82, hard, 'minutes')).toMatchObject({ work: '52.5 min', rest: '7.5 min' });
    expect(advise(exampleProfile({ customStopText: null }), null, 99, hard, 'minutes')!.headline).toBe(
      'No work',
    );
  });
});

it('the next three hours are whole ones after now; one that is not forecast has no value and no advice', () => {
  const series = exampleSeries((hours) => (hours === 2 ? null : 78 + hours));
  const hours = coming(series.points, nowMs, 'WBGT', (value) =>
    advise(profile, null, value, hard, 'minutes'),
  );
  expect(
    hours.map(({ atMs, value, advised }) => [
      new Date(atMs).toISOString().slice(11, 16),
      value,
      advised?.kind ?? null,
    ]),
  ).toEqual([
    ['21:00', 79, 'continuous'],
    ['22:00', null, null],
    ['23:00', 81, 'split'],
  ]);
  expect(coming([], nowMs, 'WBGT', () => null).every(({ value }) => value === null)).toBe(true);
});

it.each([
  [
    'America/Chicago',
    '2026-06-06T20:20:00Z',
    ['2026-06-06T05:00', '2026-06-07T05:00', '2026-06-08T05:00', '2026-06-09T05:00'],
  ],
  // The clock goes back in the night to Sunday, 1 November: a day of 25 hours.
  [
    'America/Chicago',
    '2026-10-31T20:20:00Z',
    ['2026-10-31T05:00', '2026-11-01T05:00', '2026-11-02T06:00', '2026-11-03T06:00'],
  ],
  [
    'America/Chicago',
    '2026-11-01T20:20:00Z',
    ['2026-11-01T05:00', '2026-11-02T06:00', '2026-11-03T06:00', '2026-11-04T06:00'],
  ],
  [
    'America/Chicago',
    '2026-03-08T20:20:00Z',
    ['2026-03-08T06:00', '2026-03-09T05:00', '2026-03-10T05:00', '2026-03-11T05:00'],
  ],
  [
    'Asia/Kathmandu',
    '2026-06-06T20:20:00Z',
    ['2026-06-06T18:15', '2026-06-07T18:15', '2026-06-08T18:15', '2026-06-09T18:15'],
  ],
])('days of %s from %s', (timeZone, now, edges) => {
  const days = daysFrom(Date.parse(now), timeZone);
  expect(days.map(({ name }) => name)).toEqual(['Today', 'Tomorrow', 'Day after tomorrow']);
  expect(
    [...days.map(({ fromMs }) => fromMs), days[2]!.toMs].map((atMs) =>
      new Date(atMs).toISOString().slice(0, 16),
    ),
  ).toEqual(edges);
  expect(days[2]!.toMs - days[0]!.fromMs).toBeGreaterThanOrEqual(71 * hourMs);
});

describe('the bands of a kind of work', () => {
  const rows = bandRows(profile, 'hard', 'minutes');

  it('are told in order, each with its range', () => {
    expect(rows.map(({ range, advised }) => [range, advised.headline])).toEqual([
      ['to 80.0 °F', 'No limit'],
      ['over 80.0 °F to 84.9 °F', '40 min work, 20 min rest'],
      ['over 84.9 °F to 89.9 °F', 'No figure given'],
      ['over 89.9 °F', 'Everybody goes inside'],
    ]);
    const whole = exampleProfile({
      matrices: [{ workRestIntensityId: 'hard', max: null, workPercent: 0.5 }],
    });
    expect(bandRows(whole, 'hard', 'minutes').map(({ range }) => range)).toEqual(['any heat']);
  });

  it('are lines across a chart where they lie near it, moved by what is worn', () => {
    expect(bandLines(rows, 0, [78, 87])).toEqual([
      { value: 80, label: '40 min work' },
      { value: 84.9, label: 'no figure' },
      { value: 89.9, label: 'stop' },
    ]);
    expect(bandLines(rows, 5, [70, 72]).map(({ value }) => value)).toEqual([75]);
  });
});
