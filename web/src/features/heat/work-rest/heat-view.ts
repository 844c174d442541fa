import type { HeatPoint, LocationObservation, RiskProfile, WorkRestProfile } from '@allclear/contract';
import {
  HOUR_MS,
  localTime,
  offsetMinutes,
  riskLevel,
  roundTo,
  type WorkRestRecommendation,
  workRest,
} from '@allclear/domain';

export type HeatMetric = WorkRestProfile['primaryMetric'];
export type Unit = 'minutes' | 'percent';

/**
 * The current value of a profile's metric, or its last known value; `observed`: there is an observation,
 * which may lack the metric.
 */
export type HeatNow =
  | {
      readonly kind: 'known';
      readonly value: number;
      readonly observedAt: string;
      readonly approximate: boolean;
      readonly source: string;
    }
  | {
      readonly kind: 'unknown';
      readonly last: { readonly value: number; readonly observedAt: string } | null;
      readonly observed: boolean;
    };

/** WBGT is an estimate where the place has no own station (spec 1 section 2.2). */
export function heatNow(answer: LocationObservation | null, stale: boolean, metric: HeatMetric): HeatNow {
  if (!answer) return { kind: 'unknown', last: null, observed: false };
  const { data, weatherStation } = answer;
  const value = { WBGT: data.wgbt, Temperature: data.ambientTemperature, 'Heat Index': data.feelLike }[metric]
    .value;
  if (value === null) return { kind: 'unknown', last: null, observed: true };
  const observedAt = data.observationTime;
  if (stale) return { kind: 'unknown', last: { value, observedAt }, observed: true };
  const away =
    weatherStation.distanceMiles >= 0.1 ? `, ${weatherStation.distanceMiles.toFixed(1)} mi away` : '';
  return {
    kind: 'known',
    value,
    observedAt,
    approximate: metric === 'WBGT' && weatherStation.type === 0,
    source: `${weatherStation.name}${away}`,
  };
}

export function metricOf(point: HeatPoint, metric: HeatMetric): number | null {
  return { WBGT: point.wbgt, Temperature: point.ambientTemperature, 'Heat Index': point.feelLike }[metric]
    .value;
}

/** The user's choice: a kind of work and additions to the heat. */
export interface Choice {
  readonly intensityId: string;
  readonly modifierIds: readonly string[];
}

/**
 * A recommendation in words: work and rest, the profile's text for none of either, or that the guidance gives
 * no figure.
 */
export interface Advised {
  readonly kind: 'stop' | 'continuous' | 'split' | 'no-figure';
  readonly headline: string;
  /** 'work' and 'rest' as 40 min or 66%; null without a figure. */
  readonly work: string | null;
  readonly rest: string | null;
  /** The share of the hour that is work. */
  readonly share: number | null;
  readonly advice: string | null;
  readonly risk: RiskProfile['riskLevels'][number] | null;
}

/** Work is rounded down, so that rounding never reduces rest. */
function amounts(share: number, unit: Unit): { work: string; rest: string } {
  const [whole, word] = unit === 'minutes' ? [60, ' min'] : [100, '%'];
  const tenths = unit === 'minutes' ? 10 : 1;
  const work = Math.floor(roundTo(whole * share * tenths, 6) ?? 0) / tenths;
  const text = (amount: number) => `${roundTo(amount, 1)}${word}`;
  return { work: text(work), rest: text(whole - work) };
}

function advisedOf(rested: WorkRestRecommendation, unit: Unit, risk: Advised['risk']): Advised {
  const share = rested.workPercent;
  const common = { advice: rested.advice ?? null, risk, share };
  if (share === null)
    return { ...common, kind: 'no-figure', headline: 'No figure given', work: null, rest: null };
  const { work, rest } = amounts(share, unit);
  if (share === 0) return { ...common, kind: 'stop', headline: rested.text ?? 'No work', work, rest };
  if (share === 1)
    return { ...common, kind: 'continuous', headline: rested.text ?? 'Work without rest', work, rest };
  return { ...common, kind: 'split', headline: `${work} work, ${rest} rest`, work, rest };
}

/** The profile's advice at a value (°F); null when it has none, which never counts as permission. */
export function advise(
  profile: WorkRestProfile,
  risk: RiskProfile | null,
  value: number | null,
  choice: Choice,
  unit: Unit,
): Advised | null {
  const rested = workRest(profile, value, choice.modifierIds, choice.intensityId);
  return rested && advisedOf(rested, unit, risk && riskLevel(risk, rested.adjustedValue));
}

export interface ComingHour {
  readonly atMs: number;
  readonly value: number | null;
  readonly advised: Advised | null;
}

const comingHours = 3;

/** The next three hours of the forecast; an hour without a forecast has no value. */
export function coming(
  points: readonly HeatPoint[],
  nowMs: number,
  metric: HeatMetric,
  adviseAt: (value: number | null) => Advised | null,
): ComingHour[] {
  const first = (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS;
  return Array.from({ length: comingHours }, (_, index) => {
    const atMs = first + index * HOUR_MS;
    const point = points.find(
      ({ isForecast, observationTime }) => isForecast && Date.parse(observationTime) === atMs,
    );
    const value = point ? metricOf(point, metric) : null;
    return { atMs, value, advised: adviseAt(value) };
  });
}

export type DayKey = 'today' | 'tomorrow' | 'dayAfterTomorrow';
export interface Day {
  readonly key: DayKey;
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

const dayNames: readonly [DayKey, string][] = [
  ['today', 'Today'],
  ['tomorrow', 'Tomorrow'],
  ['dayAfterTomorrow', 'Day after tomorrow'],
];

/**
 * The three local days of a place from that of `nowMs`: 24 hours, one hour less or more where the clock
 * changes.
 */
export function daysFrom(nowMs: number, timeZone: string): Day[] {
  let fromMs = startOfDay(nowMs, timeZone);
  return dayNames.map(([key, name]) => {
    const toMs = startOfDay(fromMs + 26 * HOUR_MS, timeZone);
    const day = { key, name, fromMs, toMs };
    fromMs = toMs;
    return day;
  });
}

function startOfDay(atMs: number, timeZone: string): number {
  const minuteMs = 60_000;
  const wholeMs = Math.floor(atMs / minuteMs) * minuteMs;
  const guessMs = wholeMs - localTime(atMs, timeZone).minutes * minuteMs;
  // The clock has changed since midnight.
  return guessMs + (offsetMinutes(atMs, timeZone) - offsetMinutes(guessMs, timeZone)) * minuteMs;
}

export interface BandRow {
  readonly range: string;
  readonly advised: Advised;
  readonly max: number | null;
}

/** The bands of a kind of work, coolest first, as the profile has them. */
export function bandRows(profile: WorkRestProfile, intensityId: string, unit: Unit): BandRow[] {
  const bands = profile.matrices
    .filter(({ workRestIntensityId }) => workRestIntensityId === intensityId)
    .toSorted((a, b) => (a.max ?? Number.MAX_VALUE) - (b.max ?? Number.MAX_VALUE));
  return bands.map((band, index) => {
    const before = bands[index - 1]?.max ?? null;
    const over = before === null ? null : `${before.toFixed(1)} °F`;
    const range =
      band.max === null
        ? over
          ? `over ${over}`
          : 'any heat'
        : over
          ? `over ${over} to ${band.max.toFixed(1)} °F`
          : `to ${band.max.toFixed(1)} °F`;
    const text =
      band.workPercent === 0
        ? profile.customStopText
        : band.workPercent === 1
          ? profile.customContinuousText
          : null;
    return {
      range,
      max: band.max,
      advised: advisedOf(
        { ...band, text, adjustedValue: 0, workMinutes: null, restMinutes: null },
        unit,
        null,
      ),
    };
  });
}

/**
 * The limits at which the advice changes, as lines across a chart of the value; only those near the drawn
 * values.
 */
export function bandLines(
  rows: readonly BandRow[],
  adjustment: number,
  values: readonly number[],
): { value: number; label: string }[] {
  const near = 4;
  const [low, high] = [Math.min(...values) - near, Math.max(...values) + near];
  const lines = rows.flatMap(({ max }, index) => {
    const next = rows[index + 1]?.advised;
    const value = max === null ? null : roundTo(max - adjustment, 1);
    if (
      value === null ||
      next === undefined ||
      next.headline === rows[index]?.advised.headline ||
      value < low ||
      value > high
    )
      return [];
    return [{ value, label: shortText(next) }];
  });
  // A chart identifies its lines by their labels.
  return lines.map(({ value, label }, index) => ({
    value,
    label: lines.findIndex((one) => one.label === label) === index ? label : `${label}, ${value}`,
  }));
}

/** The advice in a word or two. */
export function shortText({ kind, work }: Advised): string {
  return { split: `${work} work`, continuous: 'no limit', stop: 'stop', 'no-figure': 'no figure' }[kind];
}
