import { reportRequest } from '@allclear/contract';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { emptyReport, type ReportFields } from './report-fields.ts';
import { conflictsOf, missingParts, refusalOf, requestOf } from './report-request.ts';

const whole: ReportFields = {
  ...emptyReport('roof', 'stadium'),
  ...{ observations: { WBGT: ['max'], WindGust: [] }, startDate: '2026-06-01', endDate: '2026-06-06' },
  policies: { Lightning: ['LR1'], Wind: [] },
};

describe('what is missing', () => {
  it.each([
    [{}, []],
    [{ stationIds: [] }, ['a station']],
    [{ observations: { WBGT: [] } }, ['an observation']],
    [{ startDate: '' }, ['a start date']],
    [{ endDate: '' }, ['an end date']],
    [{ startDate: '', endDate: '', isRecurring: true }, []],
    [{ formats: [] }, ['a file format']],
    [{ view: 'policies' }, []],
    [{ view: 'policies', policies: {} }, ['a policy']],
    [{ view: 'policies', locationIds: [] }, ['a location']],
    [{ view: 'policies', stationIds: [], observations: {} }, []],
  ] satisfies [Partial<ReportFields>, string[]][])('of %j is %j', (part, missing) => {
    expect(missingParts({ ...whole, ...part }, 'June')).toEqual(missing);
  });

  it('a file name', () => expect(missingParts(whole, ' ')).toEqual(['a file name']));
});

describe('conflicts', () => {
  const of = (part: Partial<ReportFields>) =>
    conflictsOf({ ...whole, ...part }, [{ id: 'roof', webRelayType: 3 }]);

  it.each([
    [15, '2026-06-15', 14, '15 min'],
    [30, '2026-07-02', 31, '30 min'],
    [60, '2026-09-01', 92, '60 min'],
    [1440, '2031-06-01', 1825, '24 hour'],
  ] as const)('of %d minutes to %s: more than %d days', (interval, endDate, days, name) => {
    expect(of({ interval, endDate })).toEqual({
      EndDate: [
        `Your selected date range exceeds the ${days}-day limit for the ${name} interval. Please adjust your date range to continue.`,
      ],
    });
  });

  it('a recurring month has 31 days, whatever dates were chosen', () => {
    const recurring = { isRecurring: true, endDate: '2026-06-02' } as const;
    expect(of({ ...recurring, interval: 15 })).toHaveProperty('recurringPeriod');
    expect(of({ ...recurring, interval: 15, recurringPeriod: 'WEEK' })).toEqual({});
    expect(of({ ...recurring, interval: 30 })).toEqual({});
  });

  it('policies have no interval with a limit', () => {
    expect(of({ view: 'policies', interval: 15, endDate: '2026-12-01' })).toEqual({});
  });

  it('an end before the start, and one time of day without the other', () => {
    expect(of({ endDate: '2026-05-31' })).toEqual({ EndDate: ['The end date is before the start date.'] });
    expect(of({ startTime: '08:00' })).toHaveProperty('EndTimeOfDay');
    expect(of({ startTime: '22:00', endTime: '06:00' })).toEqual({});
  });

  it('rain of a station that has it for whole days only', () => {
    const fields: ReportFields = { ...whole, interval: 60, observations: { Precipitation: ['sum'] } };
    expect(conflictsOf(fields, [{ id: 'roof', webRelayType: 2 }])).toEqual({
      ObservationTypes: [
        'Precipitation is limited to 24-hour data intervals for legacy weather stations. Newer models capture up to 15-minute intervals.',
      ],
    });
    expect(conflictsOf(fields, [{ id: 'roof', webRelayType: 3 }])).toEqual({});
  });
});

describe('the request', () => {
  it('of weather has what was chosen and nothing of policies', () => {
    const request = requestOf({ ...whole, startTime: '22:00', endTime: '06:00', days: [0, 6] }, ' June ', '');
    expect(request).toEqual({
      ...{ Name: 'June', Recipients: [], UnitType: 0, FileFormats: [0], ReportType: 0 },
      HardwareFilters: {
        ...{ DataInterval: 1440, HardwareIds: ['roof'], ObservationTypes: { WBGT: ['max'] } },
        TimeFilter: {
          ...{ StartDate: '2026-06-01', EndDate: '2026-06-06', DaysOfWeek: [0, 6] },
          ...{ StartTimeOfDay: '22:00:00', EndTimeOfDay: '06:00:00' },
        },
      },
    });
    expect(reportRequest.parse(request)).toEqual(request);
  });

  it('of policies has the groups with a chosen type', () => {
    const request = requestOf({ ...whole, view: 'policies', formats: [0, 1], unitType: 1 }, 'June', '');
    expect(request).toMatchObject({
      ...{ ReportType: 1, FileFormats: [0, 1], UnitType: 1 },
      LocationFilters: {
        ...{ DataInterval: 'Overall', OrganizationLocationIds: ['stadium'] },
        ...{ PolicyTypes: { Lightning: ['LR1'] }, TimeFilter: { StartTimeOfDay: null, DaysOfWeek: [] } },
      },
    });
    expect(request).not.toHaveProperty('HardwareFilters');
    expect(reportRequest.parse(request)).toEqual(request);
  });

  it.each([
    ['MONTH', { recurringPeriod: 'MONTH', dayOfMonth: 30, weekday: null }],
    ['WEEK', { recurringPeriod: 'WEEK', dayOfMonth: null, weekday: 5 }],
    ['DAY', { recurringPeriod: 'DAY', dayOfMonth: null, weekday: null }],
  ] as const)(
    'that recurs every %s names its day, and today in the place of dates',
    (recurringPeriod, Recurring) => {
      const chosen = { isRecurring: true, recurringPeriod, dayOfMonth: 30, weekday: 5 };
      const request = requestOf({ ...whole, ...chosen }, 'June', '2026-07-01');
      expect(request).toMatchObject({
        Recurring,
        HardwareFilters: { TimeFilter: { StartDate: '2026-07-01', EndDate: '2026-07-01' } },
      });
      expect(reportRequest.parse(request)).toEqual(request);
    },
  );
});

it('the errors of the API are those of the field that their path ends in; others stand at the top', () => {
  const errors = {
    'HardwareFilters.TimeFilter.EndDate': ['Too late'],
    'HardwareFilters.ObservationTypes.WBGT': ['None'],
    'Recipients.0': ['Nobody'],
    'Recurring.dayOfMonth': ['A day'],
    HardwareFilters: ['Something else'],
  };
  const thrown = new ApiFailure({ status: 400, code: 'bad-input', message: 'No', errors });
  expect(refusalOf(thrown)).toEqual({
    message: 'Something else',
    fields: {
      ...{ EndDate: ['Too late'], ObservationTypes: ['None'], Recipients: ['Nobody'] },
      dayOfMonth: ['A day'],
    },
  });
  const busy = new ApiFailure({ status: 429, code: 'too-many-requests', message: 'Too many' });
  expect(refusalOf(busy)).toEqual({ message: 'Too many', fields: {} });
});
