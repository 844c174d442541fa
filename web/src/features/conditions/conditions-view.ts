import type { LocationObservation } from '@allclear/contract';
import {
  amountText,
  roundTo,
  shownWindMph,
  type TileReadings,
  type TileState,
  tileStates,
  type WatchedLimit,
  type WatchedTile,
} from '@allclear/domain';

/**
 * An answer that was not renewed for this long (milliseconds of weather) is no longer current, even if the
 * server marked it as current.
 */
const unrefreshedLimitMs = 10 * 60_000;

type TileName = 'Temp' | 'Precip' | 'Feels' | 'WBGT' | 'Wind';

/** A value on a gauge of fixed ends. */
export interface TileGauge {
  readonly min: number;
  readonly max: number;
  /** The value, at most as far as the ends. */
  readonly shown: number;
}

/** The ends of the gauges: °F of WBGT, mph of wind (spec 1 section 9). */
export const gaugeRanges = { WBGT: { min: 70, max: 98 }, Wind: { min: 0, max: 100 } } as const;

/** The gauge of a tile: it ends at its range, even for values beyond it; null for a tile without one. */
export function gaugeOf(name: TileName, value: number): TileGauge | null {
  if (name !== 'WBGT' && name !== 'Wind') return null;
  const { min, max } = gaugeRanges[name];
  return { min, max, shown: Math.min(Math.max(value, min), max) };
}

export interface Tile {
  readonly name: TileName;
  /** '--' when missing. */
  readonly value: string;
  readonly unit: string;
  /** Null without a gauge. */
  readonly gauge: TileGauge | null;
  /** Estimated from a station that is not the location's own. */
  readonly approximate: boolean;
  /** Its state against the policies; null when no policy watches it or the value is missing or stale. */
  readonly state: TileState | null;
  /** It is within policy, which is not said while something holds the place; its line stays free. */
  readonly unsaid: boolean;
  /** The warning of a policy on this value is open although the value is back: its all clear is to come. */
  readonly warned: boolean;
}

/** What else is known of the place. */
export interface PlaceNow {
  /** The values are not of now. */
  readonly stale: boolean;
  /** Something holds the place: no value is called within policy. */
  readonly isHeld: boolean;
  /** Types of the policies whose warnings are open. */
  readonly warnedTypes: readonly string[];
}

/** Whether the conditions must not be shown as current: marked as stale by the server, or not renewed. */
export function conditionsAreStale(answer: LocationObservation, nowMs: number | null): boolean {
  return answer.stale || nowMs === null || !(nowMs - Date.parse(answer.now) <= unrefreshedLimitMs);
}

/** Decimals of each number (spec 1 section 9). */
const decimals: Record<TileName, number> = { Temp: 0, Precip: 2, Feels: 0, WBGT: 1, Wind: 0 };
/** The tile of a policy: no policy watches the air temperature itself. */
const watched: Partial<Record<TileName, WatchedTile>> = {
  Precip: 'precipitation',
  Feels: 'feels-like',
  WBGT: 'wbgt',
  Wind: 'wind',
};

/** The tiles. `policies` is null while they are unknown; values that are not current have no state. */
export function tilesOf(
  answer: LocationObservation,
  policies: readonly WatchedLimit[] | null,
  { stale, isHeld, warnedTypes }: PlaceNow,
): Tile[] {
  const { data, weatherStation } = answer;
  const states = policies === null || stale ? null : tileStates(readingsOf(data), policies);
  const tile = (
    name: TileName,
    measured: { value: number | null; unit: string },
    approximate = false,
  ): Tile => {
    const rounded = roundTo(measured.value, decimals[name]);
    if (rounded === null)
      return {
        name,
        value: '--',
        unit: '',
        gauge: null,
        approximate: false,
        state: null,
        unsaid: false,
        warned: false,
      };
    const part = watched[name];
    const state = (part && states?.[part]) ?? null;
    const isWithin = state?.kind === 'within';
    return {
      name,
      value: rounded.toFixed(decimals[name]),
      unit: measured.unit,
      gauge: gaugeOf(name, rounded),
      approximate,
      state: isWithin && isHeld ? null : state,
      unsaid: isWithin && isHeld,
      warned:
        !stale && state?.kind !== 'exceeded' && warnedTypes.some((type) => typesOf[name]?.includes(type)),
    };
  };
  return [
    tile('Temp', data.ambientTemperature),
    tile('Precip', data.precipitation),
    tile('Feels', data.feelLike),
    tile('WBGT', data.wgbt, weatherStation.type === 0),
    tile('Wind', data.windSpeed),
  ];
}

/** The policy types that watch a tile's value. */
const typesOf: Partial<Record<TileName, readonly string[]>> = {
  Precip: ['PRECIP'],
  Feels: ['HEAT', 'CHILL'],
  WBGT: ['WBGT'],
  Wind: ['WIND', 'GUST'],
};

function readingsOf(data: LocationObservation['data']): TileReadings {
  return {
    temperatureF: data.ambientTemperature.value,
    feelsLikeF: data.feelLike.value,
    wbgtF: data.wgbt.value,
    windMph: data.windSpeed.value,
    gustMph: data.windGust.value,
    precipitationInches: data.precipitation.value,
  };
}

/**
 * 'within policy', 'near 103 °F', 'over 87.0 °F', for chill 'under 20 °F', 'at …' when equal; gusts are
 * named.
 */
export function stateText({ kind, isAt, limit }: TileState): string {
  if (kind === 'within') return 'within policy';
  const gusts = limit.policyTypeShortName === 'GUST' ? 'gusts ' : '';
  const stands = kind === 'near' ? 'near' : isAt ? 'at' : limit.isDesc ? 'under' : 'over';
  return `${gusts}${stands} ${amountText(limit.threshold, limit)}`;
}

/** The text below the wind: its direction and its gusts. */
export function windText(data: LocationObservation['data']): string {
  const from = data.windDirection === 'VRB' ? 'Variable' : (data.windDirection ?? '');
  const gustMph = shownWindMph(data.windGust.value);
  const gusts = gustMph === null ? '' : `gusts ${gustMph}`;
  return [from, gusts].filter((part) => part !== '').join(', ');
}

/**
 * Rotation in degrees of an upward arrow so that it points where the wind blows to; null without a direction.
 */
export function windArrowDegrees(data: LocationObservation['data']): number | null {
  if (data.windDirection === 'VRB' || data.windDirectionDegrees === null || !data.windSpeed.value)
    return null;
  return (data.windDirectionDegrees + 180) % 360;
}

/**
 * The next rotation by the shorter way: it may pass 360 or fall below 0, so that a transition never takes the
 * longer way.
 */
export function turnTo(fromDegrees: number, toDegrees: number): number {
  const way = (((toDegrees - fromDegrees) % 360) + 540) % 360;
  return fromDegrees + way - 180;
}

/** The page with a station's history, or null when it may not be seen (spec 1 section 2.2). */
export function historicalPath({ canViewHistorical, weatherStation }: LocationObservation): string | null {
  if (!canViewHistorical || !(weatherStation.type > 0)) return null;
  return `/Historical/${encodeURIComponent(weatherStation.id)}/${encodeURIComponent(weatherStation.imageUrl ?? '')}`;
}
