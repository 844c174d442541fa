import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUARTER_MS } from '../air-quality/index.ts';
import { reportFileName, safeFileName, weatherColumns, weatherTypes } from './index.ts';
import { placesOfSlots, type ReportStretches, weatherRow } from './report-rows.ts';

const slot = { from: 0, until: 4 * QUARTER_MS, offsetMinutes: 0 };
/** Stretches of quarter hours that follow each other, in each of which there was a report. */
const stretches = (count: number, more: Partial<ReportStretches> = {}): ReportStretches => ({
  at: Float64Array.from({ length: count }, (_, index) => index * QUARTER_MS),
  quarters: new Float64Array(count).fill(1),
  ...{ measures: {}, rainMm: null, evapotranspirationMm: null },
  ...more,
});

test('a mean weighs each report, and a row says how much of it was reported', () => {
  const columns = weatherColumns({ AmbientTemperature: ['avg', 'max', 'min'] }, 'metric');
  const [of, counts] = [Float64Array.of(10, Number.NaN, 20), Float64Array.of(3, Number.NaN, 1)];
  const temperatureC = {
    least: of,
    greatest: of,
    sum: of.map((v, at) => v * (counts[at] ?? 0)),
    count: counts,
  };
  const row = weatherRow(
    slot,
    stretches(3, { measures: { temperatureC }, quarters: Float64Array.of(1, 0, 1) }),
    [0, 3],
    columns,
  );
  expect(row).toEqual(['1970-01-01T00:00:00+00:00', '1970-01-01T00:00:00Z', '50', '20.0', '10.0', '12.5']);
});

test('rain is added up; missing rain is empty and none is 0', () => {
  const columns = weatherColumns({ Precipitation: ['sum'] }, 'us');
  const cell = (...mm: number[]) =>
    weatherRow(slot, stretches(mm.length, { rainMm: Float64Array.from(mm) }), [0, mm.length], columns).at(-1);
  const none = Number.NaN;
  expect(cell(25.4, none, 12.7)).toBe('1.500');
  expect(cell(0, none)).toBe('0.000');
  expect(cell(none, none)).toBe('');
  expect(cell()).toBe('');
});

test('a number is written as toFixed rounds it, by its exact value', () => {
  const columns = [
    weatherColumns({ DewPoint: ['max'] }, 'metric')[0],
    weatherColumns({ Precipitation: ['sum'] }, 'metric')[0],
    weatherColumns({ PM10_AQI: ['max'] }, 'metric')[0],
  ];
  const digits = [1, 2, 0];
  const halves = fc.integer({ min: -50_000, max: 50_000 }).map((twentieths) => twentieths / 20);
  const numbers = fc.oneof(
    halves,
    fc.double({ noNaN: true, min: -3_000, max: 3_000 }),
    fc.double({ noNaN: true }),
  );
  fc.assert(
    fc.property(numbers, (value) => {
      for (const [index, column] of columns.entries()) {
        const wanted = Number.isFinite(value) ? value.toFixed(digits[index]) : '';
        expect(column?.text(value)).toBe(/^-0(\.0*)?$/.test(wanted) ? wanted.slice(1) : wanted);
      }
    }),
    { numRuns: 5_000 },
  );
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
        const beginnings = Float64Array.from(
          begins.sort((a, b) => a - b),
          (begin) => begin * QUARTER_MS,
        );
        const places = placesOfSlots(slots, beginnings);
        const found = slots.flatMap(({ from, until }, index) => {
          const within = [...beginnings.subarray(places[index * 2], places[index * 2 + 1])];
          for (const one of within) expect(one >= from && one < until).toBe(true);
          return within;
        });
        expect(found).toEqual([...beginnings].filter((one) => one < at));
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
