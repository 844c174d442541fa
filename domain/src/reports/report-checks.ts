import { DAY_MS } from '../core/index.ts';
import type { FieldErrors } from '../locations/index.ts';
import { isWeatherMetric, isWeatherType, reportMetricNames, weatherTypes } from './report-columns.ts';

/** Data intervals of weather by minutes: the longest range of days, and the name in messages (spec 3 section 5). */
export const reportIntervals = {
  15: { days: 14, name: '15 min' },
  30: { days: 31, name: '30 min' },
  60: { days: 92, name: '60 min' },
  1440: { days: 1825, name: '24 hour' },
} as const;
export type ReportInterval = keyof typeof reportIntervals;

/** The longest range of a report of policies, days. */
const maxPolicyDays = 1825;
/** Longer names are refused by some file systems once the ending and a number are added. */
export const maxFileNameLength = 150;
/** Rows for which a PDF has room: some hundreds of pages. */
export const maxPdfRows = 10_000;

/** Policy types by group (spec 3 section 2.4). */
export const policyTypesByGroup = {
  Lightning: ['LR1', 'LR2', 'LR3', 'LR4'],
  HeatStress: ['HEAT', 'WBGT'],
  ColdStress: ['CHILL'],
  Wind: ['WIND', 'GUST'],
  Precipitation: ['PRECIP'],
  AirQuality: ['AQI-MAX', 'AQI-PM2.5', 'AQI-PM10', 'AQI-O3'],
} as const;
export type ReportPolicyGroup = keyof typeof policyTypesByGroup;

export const policyIntervals = ['Detailed', 'Daily', 'Weekly', 'Monthly', 'Overall'] as const;
export type PolicyInterval = (typeof policyIntervals)[number];

/** The most days that a recurring report covers. */
export const reportPeriodDays = { MONTH: 31, WEEK: 7, DAY: 1 } as const;

/** Why a range is too long. */
export const rangeLimitText = ({ days, name }: { readonly days: number; readonly name: string }): string =>
  `Your selected date range exceeds the ${days}-day limit for the ${name} interval. Please adjust your date range to continue.`;

/** Why an observation needs another data interval. */
export const onlyIntervalText = (interval: ReportInterval): string =>
  `This data is only available for a ${reportIntervals[interval].name} data interval.`;

/** Why rain of a station that tells of it seldom is there for whole days only. */
export const coarseRainText =
  'Precipitation is limited to 24-hour data intervals for legacy weather stations. Newer models capture up to 15-minute intervals.';

/** Of a request what says which days and hours; dates 'YYYY-MM-DD', times 'HH:mm:ss'. */
export interface TimeFilterDraft {
  readonly StartDate: string;
  readonly EndDate: string;
  readonly StartTimeOfDay: string | null;
  readonly EndTimeOfDay: string | null;
  /** 0 Sunday to 6 Saturday; empty: every day. */
  readonly DaysOfWeek: readonly number[];
}

/** A request for a report as it is checked, in the spelling of the wire. */
export interface ReportDraft {
  readonly Name: string;
  readonly ReportType: 0 | 1;
  readonly FileFormats: readonly number[];
  readonly HardwareFilters?:
    | {
        readonly DataInterval: number;
        readonly HardwareIds: readonly string[];
        readonly ObservationTypes: Readonly<Record<string, readonly string[]>>;
        readonly TimeFilter: TimeFilterDraft;
      }
    | null
    | undefined;
  readonly LocationFilters?:
    | {
        readonly DataInterval: string;
        readonly OrganizationLocationIds: readonly string[];
        readonly PolicyTypes: Readonly<Record<string, readonly string[]>>;
        readonly TimeFilter: TimeFilterDraft;
      }
    | null
    | undefined;
  readonly Recurring?:
    | {
        readonly recurringPeriod: 'MONTH' | 'WEEK' | 'DAY';
        readonly dayOfMonth?: number | null | undefined;
        readonly weekday?: number | null | undefined;
      }
    | null
    | undefined;
}

export function isReportInterval(minutes: number): minutes is ReportInterval {
  return Object.hasOwn(reportIntervals, minutes);
}

function isPolicyGroup(name: string): name is ReportPolicyGroup {
  return Object.hasOwn(policyTypesByGroup, name);
}

/**
 * What is wrong with a request for a report, by field (spec 3 section 5).
 *
 * @param today the latest local day ('YYYY-MM-DD') that has begun at any of its stations or locations
 * @param hasLegacyRain whether a chosen station tells of rain less often than every 15 minutes
 */
export function checkReport(
  draft: ReportDraft,
  { today, hasLegacyRain }: { today: string; hasLegacyRain: boolean },
): FieldErrors {
  const errors: FieldErrors = {};
  const add = (field: string, sentence: string) => {
    errors[field] = [...(errors[field] ?? []), sentence];
  };
  if (draft.Name.trim() === '') add('Name', 'Enter a file name');
  else if (draft.Name.length > maxFileNameLength)
    add('Name', `The file name can be at most ${maxFileNameLength} characters`);
  checkRecurring(draft, add);
  if (draft.ReportType === 0) checkWeather(draft, { today, hasLegacyRain }, add);
  else checkPolicies(draft, today, add);
  return errors;
}

type Add = (field: string, sentence: string) => void;

function checkRecurring({ Recurring }: ReportDraft, add: Add): void {
  if (Recurring?.recurringPeriod === 'MONTH' && (Recurring.dayOfMonth ?? null) === null)
    add('Recurring.dayOfMonth', 'Choose a day of the month');
  if (Recurring?.recurringPeriod === 'WEEK' && (Recurring.weekday ?? null) === null)
    add('Recurring.weekday', 'Choose a weekday');
}

function checkWeather(
  draft: ReportDraft,
  { today, hasLegacyRain }: { today: string; hasLegacyRain: boolean },
  add: Add,
): void {
  const filters = draft.HardwareFilters;
  if (!filters) {
    add('HardwareFilters', 'Choose at least one observation and one station');
    return;
  }
  const { DataInterval: minutes, HardwareIds, ObservationTypes, TimeFilter } = filters;
  const at = (field: string) => `HardwareFilters.${field}`;
  if (HardwareIds.length === 0) add(at('HardwareIds'), 'Choose at least one station');
  checkObservations(ObservationTypes, add);
  const interval = isReportInterval(minutes) ? reportIntervals[minutes] : null;
  if (interval === null) add(at('DataInterval'), 'The data interval must be 15, 30, 60 or 1440 minutes');
  checkTimes(TimeFilter, at('TimeFilter'), add);
  checkDates(draft, { filter: TimeFilter, today, at: at('TimeFilter'), interval }, add);
  const chosen = Object.entries(ObservationTypes).flatMap(([name, metrics]) =>
    metrics.length > 0 && isWeatherType(name) ? [name] : [],
  );
  if (chosen.some((name) => weatherTypes[name].leastInterval > minutes))
    add(at('ObservationTypes'), onlyIntervalText(1440));
  if (chosen.includes('Evapotranspiration') && TimeFilter.StartTimeOfDay !== null)
    add(at('TimeFilter.StartTimeOfDay'), 'Evapotranspiration is that of whole days: choose no time of day');
  if (chosen.includes('Precipitation') && hasLegacyRain && minutes !== 1440)
    add(at('ObservationTypes'), coarseRainText);
}

function checkObservations(types: Readonly<Record<string, readonly string[]>>, add: Add): void {
  const field = 'HardwareFilters.ObservationTypes';
  for (const [name, metrics] of Object.entries(types)) {
    if (!isWeatherType(name)) {
      add(field, `${shortened(name)} is no type of observation`);
      continue;
    }
    const { label, metrics: offered } = weatherTypes[name];
    for (const metric of metrics) {
      if (!isWeatherMetric(metric)) add(field, `${shortened(metric)} is no metric`);
      else if (!offered.some((one) => one === metric))
        add(field, `${label} has no ${reportMetricNames[metric].toLowerCase()}`);
    }
  }
  if (Object.values(types).every((metrics) => metrics.length === 0))
    add(field, 'Choose at least one observation');
}

function checkPolicies(draft: ReportDraft, today: string, add: Add): void {
  const filters = draft.LocationFilters;
  if (!filters) {
    add('LocationFilters', 'Choose at least one policy and one location');
    return;
  }
  const { DataInterval: name, OrganizationLocationIds, PolicyTypes, TimeFilter } = filters;
  const at = (field: string) => `LocationFilters.${field}`;
  if (OrganizationLocationIds.length === 0)
    add(at('OrganizationLocationIds'), 'Choose at least one location');
  for (const [group, types] of Object.entries(PolicyTypes)) {
    const offered: readonly string[] | null = isPolicyGroup(group) ? policyTypesByGroup[group] : null;
    if (!offered) add(at('PolicyTypes'), `${shortened(group)} is no group of policies`);
    else
      for (const type of types)
        if (!offered.includes(type))
          add(at('PolicyTypes'), `${shortened(type)} is no policy of the group ${group}`);
  }
  if (Object.values(PolicyTypes).every((types) => types.length === 0))
    add(at('PolicyTypes'), 'Choose at least one policy');
  const isOffered = policyIntervals.some((interval) => interval === name);
  if (!isOffered) add(at('DataInterval'), `The data interval must be one of ${policyIntervals.join(', ')}`);
  checkTimes(TimeFilter, at('TimeFilter'), add);
  const interval = isOffered ? { days: maxPolicyDays, name } : null;
  checkDates(draft, { filter: TimeFilter, today, at: at('TimeFilter'), interval }, add);
}

function checkTimes({ StartTimeOfDay, EndTimeOfDay }: TimeFilterDraft, at: string, add: Add): void {
  if (StartTimeOfDay !== null && EndTimeOfDay === null)
    add(`${at}.EndTimeOfDay`, 'Choose an end of the hours too');
  if (StartTimeOfDay === null && EndTimeOfDay !== null)
    add(`${at}.StartTimeOfDay`, 'Choose a start of the hours too');
}

function checkDates(
  { Recurring }: ReportDraft,
  {
    filter: { StartDate, EndDate },
    today,
    at,
    interval,
  }: { filter: TimeFilterDraft; today: string; at: string; interval: { days: number; name: string } | null },
  add: Add,
): void {
  const days = Recurring ? reportPeriodDays[Recurring.recurringPeriod] : daysOf(StartDate, EndDate);
  if (interval !== null && days > interval.days)
    add(Recurring ? 'Recurring.recurringPeriod' : `${at}.EndDate`, rangeLimitText(interval));
  if (Recurring) return;
  if (EndDate < StartDate) add(`${at}.EndDate`, 'The end date must not be before the start date');
  if (StartDate > today) add(`${at}.StartDate`, 'The start date must not be in the future');
  if (EndDate > today) add(`${at}.EndDate`, 'The end date must not be in the future');
}

/** Days from one date to another, both included. */
export function daysOf(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;
}

/** Of a text of the request so much as a message has room for. */
function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
