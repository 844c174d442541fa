import type { ReportRequest } from '@allclear/contract';
import { coarseRainText, type FieldErrors, rangeLimitText, reportIntervals } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import {
  chosenObservations,
  chosenPolicies,
  coveredDays,
  exceeds,
  hasPrecipitationConflict,
  policyGroups,
  type ReportFields,
  type ReportStation,
} from './report-fields.ts';

/** What is still to be chosen, in words; empty: the report can be generated as far as the browser can say. */
export function missingParts(fields: ReportFields, name: string): string[] {
  const isWeather = fields.view === 'weather';
  const needed: [boolean, string][] = [
    [isWeather && fields.stationIds.length === 0, 'a station'],
    [isWeather && chosenObservations(fields).length === 0, 'an observation'],
    [!isWeather && chosenPolicies(fields).length === 0, 'a policy'],
    [!isWeather && fields.locationIds.length === 0, 'a location'],
    [!fields.isRecurring && fields.startDate === '', 'a start date'],
    [!fields.isRecurring && fields.endDate === '', 'an end date'],
    [name.trim() === '', 'a file name'],
    [fields.formats.length === 0, 'a file format'],
  ];
  return needed.filter(([isMissing]) => isMissing).map(([, words]) => words);
}

/** What is wrong with what is chosen, by the labels of the API: shown at once, and nothing is generated with it. */
export function conflictsOf(fields: ReportFields, stations: readonly ReportStation[]): FieldErrors {
  const errors: FieldErrors = {};
  const days = coveredDays(fields);
  if (days !== null && days < 1) errors.EndDate = ['The end date is before the start date.'];
  if (fields.view === 'weather' && exceeds(days, fields.interval)) {
    const label = fields.isRecurring ? 'recurringPeriod' : 'EndDate';
    errors[label] = [rangeLimitText(reportIntervals[fields.interval])];
  }
  if ((fields.startTime === '') !== (fields.endTime === ''))
    errors.EndTimeOfDay = ['Enter both times of day, or neither.'];
  if (fields.view === 'weather' && hasPrecipitationConflict(fields, stations))
    errors.ObservationTypes = [coarseRainText];
  return errors;
}

const seconds = (time: string): string | null => (time === '' ? null : `${time}:00`.slice(0, 8));

/** `today` ('YYYY-MM-DD') is sent for the dates of a recurring report, which has none. */
export function requestOf(fields: ReportFields, name: string, today: string): ReportRequest {
  const { isRecurring, recurringPeriod } = fields;
  const TimeFilter = {
    StartDate: isRecurring ? today : fields.startDate,
    EndDate: isRecurring ? today : fields.endDate,
    StartTimeOfDay: seconds(fields.startTime),
    EndTimeOfDay: seconds(fields.endTime),
    DaysOfWeek: fields.days,
  };
  const HardwareFilters = {
    DataInterval: fields.interval,
    HardwareIds: fields.stationIds,
    ObservationTypes: Object.fromEntries(
      chosenObservations(fields).map((type) => [type, fields.observations[type] ?? []]),
    ),
    TimeFilter,
  };
  const LocationFilters = {
    DataInterval: fields.policyInterval,
    OrganizationLocationIds: fields.locationIds,
    PolicyTypes: Object.fromEntries(
      policyGroups.flatMap((group) => {
        const types = fields.policies[group] ?? [];
        return types.length > 0 ? [[group, types]] : [];
      }),
    ),
    TimeFilter,
  };
  return {
    Name: name.trim(),
    Recipients: fields.recipients,
    UnitType: fields.unitType,
    FileFormats: ([0, 1] as const).filter((format) => fields.formats.includes(format)),
    ...(fields.view === 'weather' ? { ReportType: 0, HardwareFilters } : { ReportType: 1, LocationFilters }),
    ...(isRecurring && {
      Recurring: {
        recurringPeriod,
        dayOfMonth: recurringPeriod === 'MONTH' ? fields.dayOfMonth : null,
        weekday: recurringPeriod === 'WEEK' ? fields.weekday : null,
      },
    }),
  };
}

/** The fields of the dialog that errors are shown at. */
const labels = [
  ...['Name', 'Recipients', 'UnitType', 'FileFormats', 'DataInterval', 'HardwareIds', 'ObservationTypes'],
  ...['OrganizationLocationIds', 'PolicyTypes', 'StartDate', 'EndDate', 'StartTimeOfDay', 'EndTimeOfDay'],
  ...['DaysOfWeek', 'recurringPeriod', 'dayOfMonth', 'weekday'],
];

/**
 * A refused report: sentences by field, and those without one. A label of the API is a path
 * ('HardwareFilters.TimeFilter.EndDate'): its last part that names a field is that field.
 */
export function refusalOf(thrown: unknown): { message: string; fields: FieldErrors } {
  if (!(thrown instanceof ApiFailure)) return { message: messageOf(thrown), fields: {} };
  const fields: FieldErrors = {};
  const others: string[] = [];
  for (const [path, sentences] of Object.entries(thrown.errors)) {
    const parts = path.toLowerCase().split(/[.[\]]+/);
    const label = labels.findLast((one) => parts.includes(one.toLowerCase()));
    if (label) fields[label] = [...(fields[label] ?? []), ...sentences];
    else others.push(...sentences);
  }
  const isExplained = others.length > 0 || Object.keys(fields).length > 0;
  return { message: isExplained ? others.join(' ') : thrown.message, fields };
}
