import { type Reading, roundTo } from '../core/index.ts';
import {
  mostRestrictiveThreshold,
  type PolicyTypeShortName,
  type TileKind,
  temperaturePolicy,
  tileColor,
} from '../policies/index.ts';

/** A policy's type and threshold; `threshold` in `unit`, compared at `precision` decimals. */
export interface WatchedLimit {
  readonly policyTypeShortName: string;
  readonly threshold: number;
  readonly isDesc: boolean;
  readonly unit: string;
  readonly precision: number;
}

/**
 * The state of a displayed value against the policy of its type. `isAt`: the value has reached the threshold
 * and not passed it.
 */
export interface TileState {
  readonly kind: 'exceeded' | 'near' | 'within';
  readonly isAt: boolean;
  readonly limit: WatchedLimit;
}

/** Current values; °F, mph, inches of the last hour. */
export interface TileReadings {
  readonly temperatureF: Reading;
  readonly feelsLikeF: Reading;
  readonly wbgtF: Reading;
  readonly windMph: Reading;
  readonly gustMph: Reading;
  readonly precipitationInches: Reading;
}

export type WatchedTile = 'precipitation' | 'feels-like' | 'wbgt' | 'wind';

const ranks = { exceeded: 2, near: 1, within: 0 } as const;
const kinds = { error: 'exceeded', warning: 'near', success: 'within' } as const;

/**
 * The states of the Current Conditions tiles against the policies of the place. Of each type the most
 * restrictive threshold counts, of heat and chill the one that applies at the air temperature, and of wind
 * and gusts the worse. Null for a tile that no policy watches or whose value is missing: a missing value is
 * not safe. Values are compared as warnings compare them, rounded to the type's precision, and a tie exceeds
 * (specification 1, section 9).
 */
export function tileStates(
  readings: TileReadings,
  policies: readonly WatchedLimit[],
): Record<WatchedTile, TileState | null> {
  const state = (tile: TileKind, type: PolicyTypeShortName, value: Reading) =>
    stateOf(tile, value, restrictive(policies, type));
  const felt = temperaturePolicy(readings.temperatureF);
  return {
    precipitation: state('precipitation', 'PRECIP', readings.precipitationInches),
    'feels-like': felt && state('feels-like', felt, readings.feelsLikeF),
    wbgt: state('wbgt', 'WBGT', readings.wbgtF),
    wind: worse(
      state('wind', 'WIND', readings.windMph),
      state('wind', 'GUST', strongest(readings.gustMph, readings.windMph)),
    ),
  };
}

/** The policy of a type whose threshold is reached first; null when there is none. */
export function restrictive<Limit extends WatchedLimit>(
  policies: readonly Limit[],
  type: PolicyTypeShortName,
): Limit | null {
  const ofType = policies.filter(({ policyTypeShortName }) => policyTypeShortName === type);
  const threshold = mostRestrictiveThreshold(
    ofType.map((one) => one.threshold),
    ofType[0]?.isDesc ?? false,
  );
  return ofType.find((one) => one.threshold === threshold) ?? null;
}

function stateOf(tile: TileKind, value: Reading, limit: WatchedLimit | null): TileState | null {
  if (limit === null) return null;
  const compared = roundTo(value, limit.precision);
  const threshold = roundTo(limit.threshold, limit.precision);
  const color = tileColor(tile, compared, threshold, limit.isDesc);
  return color === null ? null : { kind: kinds[color], isAt: compared === threshold, limit };
}

function worse(a: TileState | null, b: TileState | null): TileState | null {
  if (a === null || b === null) return a ?? b;
  return ranks[b.kind] > ranks[a.kind] ? b : a;
}

/**
 * The larger of wind and gust. A gust below the wind is invalid; stations without gusts report the wind only.
 */
function strongest(a: Reading, b: Reading): number | null {
  const present = [a, b].filter(
    (value): value is number => typeof value === 'number' && Number.isFinite(value),
  );
  return present.length === 0 ? null : Math.max(...present);
}
