import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUARTER_MS } from '../air-quality/index.ts';
import { reportFileName, safeFileName, weatherColumns, weatherTypes } from './index.ts';
import { type ReportStretch, stretchesOfSlots, weatherRow } from './report-rows.ts';

const slot = { from: 0, until: 4 * QUARTER_MS, offsetMinutes: 0 };
const stretch = (at: number, more: Partial<ReportStretch> = {}): ReportStretch => ({
  ...{ at, quarters: 1, measures: {}, rainMm: null, evapotranspirationMm: null },
  ...more,
});
const temperature = (value: number, count = 1) => ({
  measures: { temperatureC: { least: value, greatest: value, sum: value * count, count } },
});

test('a mean weighs each report, and a row says how much of it was reported', () => {
  const columns = weatherColumns({ AmbientTemperature: ['avg', 'max', 'min'] }, 'metric');
  const row = weatherRow(
    slot,
    [stretch(0, temperature(10, 3)), stretch(QUARTER_MS, temperature(20))],
    columns,
  );
  expect(row).toEqual(['1970-01-01T00:00:00+00:00', '1970-01-01T00:00:00Z', '50', '20.0', '10.0', '12.5']);
});

test('rain is added up; missing rain is empty and none is 0', () => {
  const columns = weatherColumns({ Precipitation: ['sum'] }, 'us');
  const cell = (...mm: (number | null)[]) =>
    weatherRow(
      slot,
      mm.map((rainMm, index) => stretch(index * QUARTER_MS, { rainMm })),
      columns,
    ).at(-1);
  expect(cell(25.4, null, 12.7)).toBe('1.500');
  expect(cell(0, null)).toBe('0.000');
  expect(cell(null, null)).toBe('');
  expect(cell()).toBe('');
});

test('columns have their units, and a value never has a minus before 0', () => {
  const every = Object.fromEntries(
    Object.keys(weatherTypes).map((name) => [name, ['max', 'min', 'avg', 'sum']]),
  );
  expect(weatherColumns(every, 'us').map(({ header }) => header)).toContain('Wind Gust Maximum (mph)');
  expect(weatherColumns(every, 'metric').map(({ header }) => header)).toContain('PM2.5 AQI Average');
  expect(weatherColumns(every, 'metric')).toHaveLength(11 * 3 + 2);
  const [column] = weatherColumns({ DewPoint: ['max'] }, 'metric');
  expect([column?.text(-0.04), column?.text(-0.05), column?.text(Number.NaN)]).toEqual(['0.0', '-0.1', '']);
});

test('each stretch is in exactly one row: the one in which it begins', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 30 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { maxLength: 60 }),
      (lengths, begins) => {
        let at = 0;
        const slots = lengths.map((length) => {
          const from = at;
          at += length * QUARTER_MS;
          return { from, until: at, offsetMinutes: 0 };
        });
        const stretches = begins.sort((a, b) => a - b).map((begin) => stretch(begin * QUARTER_MS));
        const found = [...stretchesOfSlots(slots, stretches)].flatMap(({ slot: of, stretches: within }) => {
          for (const one of within) expect(one.at >= of.from && one.at < of.until).toBe(true);
          return within;
        });
        expect(found).toEqual(stretches.filter((one) => one.at < at));
      },
    ),
  );
});

test.each([
  [['Bay'], '2026-06-01', '2026-06-07', 'Bay_WeatherData_06-01_06-07-26'],
  [['Bay', 'Hill'], '2026-06-01', '2026-06-07', 'MultiLocation_WeatherData_06-01_06-07-26'],
  [['Bay'], '2025-12-31', '2026-01-02', 'Bay_WeatherData_12-31-2025_01-02-2026'],
])('the file of %j from %s to %s is %s', (names, startDate, endDate, name) => {
  expect(reportFileName({ kind: 'weather', names, startDate, endDate })).toBe(name);
});

test('a typed name is a name of a file everywhere', () => {
  expect(safeFileName('../../etc/passwd')).toBe('etc-passwd');
  expect(safeFileName('=cmd()|calc')).toBe('cmd()-calc');
  expect(safeFileName('CON')).toBe('report CON');
  expect(safeFileName(' .. ')).toBe('report');
  expect(safeFileName('Łódź 東京')).toBe('Łódź 東京');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 150 }), (typed) => {
      const name = safeFileName(typed);
      expect(name).toMatch(/^[^\s.=+\-@/\\:*?"<>|\p{Cc}][^/\\:*?"<>|\p{Cc}]*$/u);
      expect(safeFileName(name)).toBe(name);
    }),
  );
});
