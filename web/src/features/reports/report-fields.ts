import {
  daysOf,
  type PolicyInterval,
  policyTypesByGroup,
  type ReportInterval,
  type ReportPolicyGroup,
  reportFileName,
  reportIntervals,
  reportPeriodDays,
  type WeatherMetric,
  type WeatherTypeName,
  weatherTypeNames,
  weatherTypes,
} from '@allclear/domain';

export const intervals: readonly ReportInterval[] = [15, 30, 60, 1440];
const dailyMinutes = 1440;

export type ReportView = 'weather' | 'policies';
export type RecurringPeriod = 'MONTH' | 'WEEK' | 'DAY';

/** What is chosen in the dialog. Dates are 'YYYY-MM-DD' and times 'HH:mm', as their inputs have them; '' is none. */
export interface ReportFields {
  view: ReportView;
  stationIds: string[];
  interval: ReportInterval;
  observations: Partial<Record<WeatherTypeName, WeatherMetric[]>>;
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

/** Another interval, without the observations that need a coarser one. */
export function withInterval(
  { observations }: Pick<ReportFields, 'observations'>,
  interval: ReportInterval,
): Pick<ReportFields, 'interval' | 'observations'> {
  const left = weatherTypeNames.filter((type) => weatherTypes[type].leastInterval <= interval);
  return { interval, observations: Object.fromEntries(left.map((type) => [type, observations[type] ?? []])) };
}

/** The observations with at least one metric. */
export function chosenObservations({ observations }: Pick<ReportFields, 'observations'>): WeatherTypeName[] {
  return weatherTypeNames.filter((type) => (observations[type] ?? []).length > 0);
}

/** The chosen types of all groups. */
export const chosenPolicies = ({ policies }: Pick<ReportFields, 'policies'>): string[] =>
  Object.values(policies).flat();

/** Every metric of every observation that the interval has. */
export function allObservations(interval: ReportInterval): ReportFields['observations'] {
  const available = weatherTypeNames.filter((type) => weatherTypes[type].leastInterval <= interval);
  return Object.fromEntries(available.map((type) => [type, [...weatherTypes[type].metrics]]));
}

export const policyGroups = Object.keys(policyTypesByGroup) as ReportPolicyGroup[];

export const allPolicies = (): ReportFields['policies'] =>
  Object.fromEntries(policyGroups.map((group) => [group, [...policyTypesByGroup[group]]]));

/** Days of a range with its first and its last one; null without both, below 1 when the end is before the start. */
export function rangeDays({
  startDate,
  endDate,
}: Pick<ReportFields, 'startDate' | 'endDate'>): number | null {
  const days = daysOf(startDate, endDate);
  return Number.isNaN(days) ? null : days;
}

/** Days that a report covers: of a recurring one those of its period; null while no range is chosen. */
export const coveredDays = (fields: ReportFields): number | null =>
  fields.isRecurring ? reportPeriodDays[fields.recurringPeriod] : rangeDays(fields);

/** Whether a range of days is too long for an interval. */
export const exceeds = (days: number | null, interval: ReportInterval): boolean =>
  days !== null && days > reportIntervals[interval].days;

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
  const known = isWeather ? names.stations : names.locations;
  return reportFileName({
    kind: fields.view,
    names: (isWeather ? fields.stationIds : fields.locationIds).map((id) => known.get(id) ?? ''),
    startDate: fields.isRecurring ? '' : fields.startDate,
    endDate: fields.isRecurring ? '' : fields.endDate,
  });
}
