import type {
  PolicyInterval,
  ReportMetric,
  ReportObservationType,
  ReportPolicyGroup,
} from '@allclear/contract';
import {
  reportIntervalDays,
  reportMetrics,
  reportObservationTypes,
  reportPolicyGroups,
} from '@allclear/contract/report-choices';

export type ReportIntervalMinutes = keyof typeof reportIntervalDays;
export const intervals: readonly ReportIntervalMinutes[] = [15, 30, 60, 1440];
const dailyMinutes = 1440;

export type ReportView = 'weather' | 'policies';
export type RecurringPeriod = 'MONTH' | 'WEEK' | 'DAY';

/** What is chosen in the dialog. Dates are 'YYYY-MM-DD' and times 'HH:mm', as their inputs have them; '' is none. */
export interface ReportFields {
  view: ReportView;
  stationIds: string[];
  interval: ReportIntervalMinutes;
  observations: Partial<Record<ReportObservationType, ReportMetric[]>>;
  locationIds: string[];
  policyInterval: PolicyInterval;
  policies: Partial<Record<ReportPolicyGroup, string[]>>;
  startDate: string;
  endDate: string;
  startTime: string;
  endTime: string;
  /** 0 Sunday to 6 Saturday; empty: every day. */
  days: number[];
  /** Null until it is typed: then it follows what is chosen. */
  name: string | null;
  /** Besides the requestor. */
  recipients: string[];
  /** 0 CSV, 1 PDF. */
  formats: number[];
  /** 0 US, 1 metric. */
  unitType: 0 | 1;
  isRecurring: boolean;
  recurringPeriod: RecurringPeriod;
  dayOfMonth: number;
  weekday: number;
}

/** A dialog with everything reset; the station and the place of the page that opens it are chosen. */
export function emptyReport(stationId?: string, locationId?: string): ReportFields {
  return {
    ...{ view: 'weather', stationIds: stationId ? [stationId] : [], interval: 1440, observations: {} },
    ...{ locationIds: locationId ? [locationId] : [], policyInterval: 'Overall', policies: {} },
    ...{ startDate: '', endDate: '', startTime: '', endTime: '', days: [] },
    ...{ name: null, recipients: [], formats: [0], unitType: 0 },
    ...{ isRecurring: false, recurringPeriod: 'MONTH', dayOfMonth: 1, weekday: 1 },
  };
}

/** The finest interval that an observation is there for, minutes (spec 3 section 5). */
export function minimumInterval(type: ReportObservationType): ReportIntervalMinutes {
  return type === 'Evapotranspiration' ? 1440 : 15;
}

/** Amounts are added up; of anything else there are extremes and an average. */
export function metricsOf(type: ReportObservationType): readonly ReportMetric[] {
  const isAmount = type === 'Precipitation' || type === 'Evapotranspiration';
  return reportMetrics.filter((metric) => (metric === 'sum') === isAmount);
}

/** Another interval, without the observations that need a coarser one. */
export function withInterval(
  { observations }: Pick<ReportFields, 'observations'>,
  interval: ReportIntervalMinutes,
): Pick<ReportFields, 'interval' | 'observations'> {
  const left = reportObservationTypes.filter((type) => minimumInterval(type) <= interval);
  return { interval, observations: Object.fromEntries(left.map((type) => [type, observations[type] ?? []])) };
}

/** The observations with at least one metric. */
export function chosenObservations({
  observations,
}: Pick<ReportFields, 'observations'>): ReportObservationType[] {
  return reportObservationTypes.filter((type) => (observations[type] ?? []).length > 0);
}

/** The chosen types of all groups. */
export const chosenPolicies = ({ policies }: Pick<ReportFields, 'policies'>): string[] =>
  Object.values(policies).flat();

/** Every metric of every observation that the interval has. */
export function allObservations(interval: ReportIntervalMinutes): ReportFields['observations'] {
  const available = reportObservationTypes.filter((type) => minimumInterval(type) <= interval);
  return Object.fromEntries(available.map((type) => [type, [...metricsOf(type)]]));
}

export const policyGroups = Object.keys(reportPolicyGroups) as ReportPolicyGroup[];

export const allPolicies = (): ReportFields['policies'] =>
  Object.fromEntries(policyGroups.map((group) => [group, [...reportPolicyGroups[group]]]));

const dayMs = 86_400_000;

/** Days of a range with its first and its last one; null without both, below 1 when the end is before the start. */
export function rangeDays({
  startDate,
  endDate,
}: Pick<ReportFields, 'startDate' | 'endDate'>): number | null {
  const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1;
  return Number.isNaN(days) ? null : days;
}

const periodDays = { MONTH: 31, WEEK: 7, DAY: 1 } as const;

/** Days that a report covers: of a recurring one those of its period; null while no range is chosen. */
export const coveredDays = (fields: ReportFields): number | null =>
  fields.isRecurring ? periodDays[fields.recurringPeriod] : rangeDays(fields);

/** Whether a range of days is too long for an interval. */
export const exceeds = (days: number | null, interval: ReportIntervalMinutes): boolean =>
  days !== null && days > reportIntervalDays[interval];

/** Stations of this kind have rain for each 15 minutes; others for whole days only. */
const fineWebRelay = 3;

export interface ReportStation {
  readonly id: string;
  readonly webRelayType: number;
}

/** Whether rain is chosen at an interval for which a chosen station has none (spec 3 section 5). */
export function hasPrecipitationConflict(fields: ReportFields, stations: readonly ReportStation[]): boolean {
  if (fields.interval === dailyMinutes || !chosenObservations(fields).includes('Precipitation')) return false;
  return stations.some(
    ({ id, webRelayType }) => fields.stationIds.includes(id) && webRelayType !== fineWebRelay,
  );
}

/** Whether closing the dialog would lose something (spec 3 section 2.4), and of policies the same. */
export function hasUnsavedChanges(fields: ReportFields): boolean {
  return (
    chosenObservations(fields).length > 0 ||
    chosenPolicies(fields).length > 0 ||
    fields.recipients.length > 0 ||
    fields.startDate !== '' ||
    fields.endDate !== '' ||
    fields.stationIds.length > 1 ||
    fields.locationIds.length > 1
  );
}

/** Names of what can be chosen, by id. */
export interface ReportNames {
  readonly stations: ReadonlyMap<string, string>;
  readonly locations: ReadonlyMap<string, string>;
}

/** The name of the file: as typed, else built from the place and the dates. */
export function fileNameOf(fields: ReportFields, names: ReportNames): string {
  if (fields.name !== null) return fields.name;
  const isWeather = fields.view === 'weather';
  const ids = isWeather ? fields.stationIds : fields.locationIds;
  const [only = ''] = ids;
  const name = (isWeather ? names.stations : names.locations).get(only) ?? '';
  const place = ids.length > 1 ? 'MultiLocation' : name.replace(/[<>:"/\\|?*\p{Cc}]+/gu, '-').trim();
  const suffix = isWeather ? 'WeatherData' : 'PolicyDelays';
  return `${[place, suffix].filter(Boolean).join('_')}${dateSuffix(fields)}`;
}

/** '_06-01_06-06-26', with full years where they differ: '_12-25-2025_01-03-2026'. */
function dateSuffix(fields: ReportFields): string {
  if (fields.isRecurring || fields.startDate === '' || fields.endDate === '') return '';
  const [start, end] = [fields.startDate, fields.endDate].map((date) => {
    const [year = '', month, day] = date.split('-');
    return { year, day: `${month}-${day}` };
  });
  if (!start || !end) return '';
  return start.year === end.year
    ? `_${start.day}_${end.day}-${end.year.slice(-2)}`
    : `_${start.day}-${start.year}_${end.day}-${end.year}`;
}
