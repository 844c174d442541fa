import { HOUR_MS } from '../core/index.ts';
import { type CompleteForecastHour, hourLevel, isForecastType, localDate } from '../forecasts/index.ts';
import { mostRestrictiveThreshold, type PolicyType, policyTypes } from '../policies/index.ts';

/**
 * What the forecast says of a coming hour against the policies of a lane: `open` no threshold is near, `near` within
 * the margin, `stops` a threshold is reached, `unknown` no forecast. Of lightning only `possible` (thunderstorms in
 * the forecast), `unforecast` (none in it, which does not rule them out) and `unknown`.
 */
export const hourStates = ['open', 'near', 'stops', 'possible', 'unforecast', 'unknown'] as const;
export type HourState = (typeof hourStates)[number];

export interface TodayHour {
  /** Start of the hour, epoch ms. */
  readonly at: number;
  readonly state: HourState;
  /** The forecast value in the lane's unit; null where there is none. */
  readonly value: number | null;
}

/** The policies of a kind that watch a place, over the coming hours. */
export interface TodayLane {
  /** 'Lightning', 'WBGT', 'Air Quality' */
  readonly label: string;
  readonly type: PolicyType;
  /** The threshold that is reached first; null for lightning, alerts and where there is none. */
  readonly threshold: number | null;
  /** Whether forecasts contain its measure. */
  readonly isForecast: boolean;
  /** Since when a warning of it is open, epoch ms; null: none is. */
  readonly inEffectSince: number | null;
  readonly hours: readonly TodayHour[];
}

/** A policy that watches the place. */
export interface TodayPolicy {
  readonly type: PolicyType;
  readonly threshold: number;
  /** Since when its warning is open, epoch ms; null: there is none. */
  readonly inEffectSince: number | null;
}

/** The fewest hours that are shown; in the morning more, so that the local day is shown to its end. */
const hoursShown = 12;

/** The starts of the hours that are shown, epoch ms: the present one, and at least to the end of the local day. */
export function todayHours(now: number, timeZone: string): number[] {
  const first = Math.floor(now / HOUR_MS) * HOUR_MS;
  const today = localDate(now, timeZone);
  const starts: number[] = [];
  for (let at = first; starts.length < hoursShown || localDate(at, timeZone) === today; at += HOUR_MS)
    starts.push(at);
  return starts;
}

/**
 * The lanes of a place: lightning always, as every place is watched for it, then each kind of policy that watches
 * the place. Several policies of a lane count as the worst of them. A warning that is open stops the present hour,
 * whatever the forecast says; of lightning the zones say what holds now.
 */
export function todayLanes(
  policies: readonly TodayPolicy[],
  forecast: readonly CompleteForecastHour[],
  starts: readonly number[],
): TodayLane[] {
  const byStart = new Map(forecast.map((hour) => [hour.at, hour]));
  const byLane = Map.groupBy(policies, ({ type }) => laneOf(type));
  return laneTypes
    .filter((type) => type.evidence === 'lightning' || byLane.has(laneOf(type)))
    .map((type) => {
      const own = byLane.get(laneOf(type)) ?? [];
      const sinces = own.flatMap(({ inEffectSince }) => inEffectSince ?? []);
      const inEffectSince = sinces.length === 0 ? null : Math.min(...sinces);
      const measured = type.evidence === 'reading';
      return {
        label: measured && type.categoryName === 'Air Quality' ? 'Air Quality' : type.displayName,
        type,
        threshold: measured
          ? mostRestrictiveThreshold(
              own.map(({ threshold }) => threshold),
              type.isDesc,
            )
          : null,
        isForecast: isForecastType(type),
        inEffectSince,
        hours: starts.map((at, index) => {
          const hour = laneHour(type, own, byStart.get(at), at);
          const isNow = index === 0 && inEffectSince !== null && type.evidence !== 'lightning';
          return isNow ? { ...hour, state: 'stops' as const } : hour;
        }),
      };
    });
}

/** The lightning zones are one lane, and so are the indices of air quality. */
function laneOf(type: PolicyType): string {
  return type.evidence === 'lightning' || type.categoryName === 'Air Quality'
    ? type.categoryName
    : type.shortName;
}

/** The first type of each lane. */
const laneTypes = [...Map.groupBy(policyTypes, laneOf).values()].flatMap(([first]) => first ?? []);

function laneHour(
  type: PolicyType,
  policies: readonly TodayPolicy[],
  hour: CompleteForecastHour | undefined,
  at: number,
): TodayHour {
  if (hour === undefined || !isForecastType(type)) return { at, state: 'unknown', value: null };
  if (type.evidence === 'lightning') {
    const { level } = hourLevel(type, 0, hour);
    return { at, state: level === null ? 'unknown' : level === 0 ? 'unforecast' : 'possible', value: null };
  }
  const compared = policies.map(({ threshold }) => hourLevel(type, threshold, hour));
  const level = Math.max(...compared.map((one) => one.level ?? -1));
  return { at, state: readingStates[level] ?? 'unknown', value: compared[0]?.value ?? null };
}

const readingStates: Readonly<Record<number, HourState>> = { 0: 'open', 1: 'near', 2: 'stops' };
