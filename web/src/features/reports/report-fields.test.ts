import { weatherTypeNames, weatherTypes } from '@allclear/domain';
import { describe, expect, it } from 'vitest';
import {
  allObservations,
  allPolicies,
  emptyReport,
  exceeds,
  fileNameOf,
  hasPrecipitationConflict,
  hasUnsavedChanges,
  type ReportFields,
  rangeDays,
  withInterval,
} from './report-fields.ts';

const made = (part: Partial<ReportFields> = {}): ReportFields => ({
  ...emptyReport('roof', 'stadium'),
  ...part,
});
const names = {
  stations: new Map([
    ['roof', 'Memorial Stadium'],
    ['golf', 'Golf'],
  ]),
  locations: new Map([
    ['stadium', 'Memorial Stadium'],
    ['pool', 'Pool: east/west'],
  ]),
};

it('opens with a day as interval of weather, a summary of policies, CSV and US units', () => {
  expect(emptyReport()).toMatchObject({
    ...{ view: 'weather', interval: 1440, policyInterval: 'Overall', formats: [0], unitType: 0 },
    ...{ stationIds: [], observations: {}, policies: {}, recipients: [], name: null, isRecurring: false },
  });
});

it('has an accumulation of precipitation and evapotranspiration alone, and extremes and averages of the others', () => {
  const summed = weatherTypeNames.filter((type) =>
    weatherTypes[type].metrics.some((metric) => metric === 'sum'),
  );
  expect(summed).toEqual(['Precipitation', 'Evapotranspiration']);
  expect(weatherTypes.Precipitation.metrics).toEqual(['sum']);
  expect(weatherTypes.WindGust.metrics).toEqual(['max', 'min', 'avg']);
});

it('evapotranspiration needs 24 hours, everything else 15 minutes', () => {
  const coarse = weatherTypeNames.filter((type) => weatherTypes[type].leastInterval > 15);
  expect(coarse).toEqual(['Evapotranspiration']);
  expect(weatherTypes.Evapotranspiration.leastInterval).toBe(1440);
});

it('another interval removes the observations that need a coarser one, and no other', () => {
  const all = allObservations(1440);
  expect(Object.keys(all)).toHaveLength(13);
  const finer = withInterval({ observations: all }, 60);
  expect(finer).toMatchObject({ interval: 60 });
  expect(Object.keys(finer.observations)).toHaveLength(12);
  expect(finer.observations).not.toHaveProperty('Evapotranspiration');
  expect(withInterval({ observations: all }, 1440).observations).toEqual(all);
});

it('everything of a finer interval has no evapotranspiration; all policies are 14 types of six groups', () => {
  expect(allObservations(30)).not.toHaveProperty('Evapotranspiration');
  expect(Object.keys(allPolicies())).toHaveLength(6);
  expect(Object.values(allPolicies()).flat()).toHaveLength(14);
});

describe('the range', () => {
  it.each([
    ['2026-06-01', '2026-06-01', 1],
    ['2026-06-01', '2026-06-14', 14],
    // The days of a change of clocks count as others.
    ['2026-03-07', '2026-03-09', 3],
    ['2024-02-28', '2024-03-01', 3],
    ['2026-06-02', '2026-06-01', 0],
    ['', '2026-06-01', null],
    ['2026-06-01', '', null],
  ])('from %s to %s has %s days', (startDate, endDate, days) => {
    expect(rangeDays({ startDate, endDate })).toBe(days);
  });

  it.each([
    [15, 14],
    [30, 31],
    [60, 92],
    [1440, 1825],
  ] as const)('of %d minutes has at most %d days', (interval, days) => {
    expect(exceeds(days, interval)).toBe(false);
    expect(exceeds(days + 1, interval)).toBe(true);
    expect(exceeds(null, interval)).toBe(false);
  });
});

describe('precipitation', () => {
  const rain = { observations: { Precipitation: ['sum' as const] }, interval: 60 as const };

  it.each([
    ['a station that has it for whole days only', rain, 2, true],
    ['a newer station', rain, 3, false],
    ['whole days', { ...rain, interval: 1440 as const }, 2, false],
    ['another observation', { ...rain, observations: { WindGust: ['max' as const] } }, 2, false],
    ['no chosen metric', { ...rain, observations: { Precipitation: [] } }, 2, false],
  ])('of %s', (_, part, webRelayType, isConflict) => {
    const stations = [
      { id: 'roof', webRelayType },
      { id: 'other', webRelayType: 2 },
    ];
    expect(hasPrecipitationConflict(made(part), stations)).toBe(isConflict);
  });
});

describe('unsaved changes', () => {
  it.each([
    ['nothing', {}, false],
    ['an interval, a unit and a view', { interval: 60, unitType: 1, view: 'policies' }, false],
    ['an observation', { observations: { WBGT: ['max'] } }, true],
    ['an observation that was taken back', { observations: { WBGT: [] } }, false],
    ['a policy', { policies: { Wind: ['GUST'] } }, true],
    ['a recipient', { recipients: ['sam'] }, true],
    ['a start date', { startDate: '2026-06-01' }, true],
    ['an end date', { endDate: '2026-06-01' }, true],
    ['a first station', { stationIds: ['golf'] }, false],
    ['a second station', { stationIds: ['roof', 'golf'] }, true],
    ['a second location', { locationIds: ['stadium', 'pool'] }, true],
  ] satisfies [string, Partial<ReportFields>, boolean][])('after choosing %s', (_, part, isUnsaved) => {
    expect(hasUnsavedChanges(made(part))).toBe(isUnsaved);
  });
});

describe('the file name', () => {
  const dates = { startDate: '2026-06-01', endDate: '2026-06-06' };
  it.each([
    ['one station', dates, 'Memorial Stadium_WeatherData_06-01_06-06-26'],
    [
      'several stations',
      { ...dates, stationIds: ['roof', 'golf'] },
      'MultiLocation_WeatherData_06-01_06-06-26',
    ],
    ['no dates yet', {}, 'Memorial Stadium_WeatherData'],
    ['no end yet', { startDate: '2026-06-01' }, 'Memorial Stadium_WeatherData'],
    [
      'two years',
      { startDate: '2025-12-25', endDate: '2026-01-03' },
      'Memorial Stadium_WeatherData_12-25-2025_01-03-2026',
    ],
    ['policies', { ...dates, view: 'policies' }, 'Memorial Stadium_PolicyDelays_06-01_06-06-26'],
    [
      'policies of several locations',
      { view: 'policies', locationIds: ['pool', 'stadium'] },
      'MultiLocation_PolicyDelays',
    ],
    ['a place with signs', { view: 'policies', locationIds: ['pool'] }, 'Pool- east-west_PolicyDelays'],
    ['no station', { stationIds: [] }, 'WeatherData'],
    ['a recurring report', { ...dates, isRecurring: true }, 'Memorial Stadium_WeatherData'],
    ['what was typed', { ...dates, name: 'June' }, 'June'],
    ['what was emptied', { ...dates, name: '' }, ''],
  ] satisfies [string, Partial<ReportFields>, string][])('of %s', (_, part, name) => {
    expect(fileNameOf(made(part), names)).toBe(name);
  });
});
