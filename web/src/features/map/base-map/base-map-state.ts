import type { BaseMapStyle } from '@allclear/contract';

/** So many tiles in a row that cannot be had are the map and not the tiles. */
const maxFailures = 4;

/** A map of one colour has nothing to wait for. */
export const hasSources = ({ sources }: BaseMapStyle): boolean => Object.keys(sources).length > 0;

/** What is known of a base map that comes from elsewhere. */
export interface BaseMapState {
  /** Whether it is on the map; the product's own is in its place otherwise. */
  readonly isShown: boolean;
  /** Whether any of it came since it was put on the map. */
  readonly isDrawn: boolean;
  /** Tiles in a row that could not be had. */
  readonly failures: number;
  /** It could not be had when it was last tried. */
  readonly isMissing: boolean;
  /** Tiles of what is looked at could not be had. */
  readonly hasGaps: boolean;
}

/**
 * `drawn` and `failed` are of one tile; `rested`: everything that is looked at has come or failed; `moved`:
 * something else is looked at, or the same asked for again; `again`: it is tried anew; `begun`: it is
 * another.
 */
export type BaseMapEvent = 'drawn' | 'failed' | 'rested' | 'moved' | 'again' | 'begun';

export const newBaseMap: BaseMapState = {
  isShown: true,
  isDrawn: false,
  failures: 0,
  isMissing: false,
  hasGaps: false,
};

/**
 * A map of which nothing comes gives way to the product's own: an empty map must not pass for one on which
 * nothing happens.
 */
export function nextBaseMap(state: BaseMapState, event: BaseMapEvent): BaseMapState {
  const gone: BaseMapState = { ...newBaseMap, isShown: false, isMissing: true };
  if (event === 'begun') return newBaseMap;
  if (event === 'again') return { ...newBaseMap, isMissing: state.isMissing };
  if (!state.isShown) return state;
  switch (event) {
    case 'drawn':
      return state.isDrawn && state.failures === 0
        ? state
        : { ...state, isDrawn: true, failures: 0, isMissing: false };
    case 'failed':
      return state.failures + 1 >= maxFailures
        ? gone
        : { ...state, failures: state.failures + 1, hasGaps: true };
    case 'rested':
      return state.isDrawn ? state : gone;
    case 'moved':
      return state.hasGaps ? { ...state, hasGaps: false } : state;
  }
}

/** What is to be said of it; null when all of it is there. `name` as in 'Satellite'. */
export function baseMapNote(
  name: string,
  { isMissing, hasGaps }: Pick<BaseMapState, 'isMissing' | 'hasGaps'>,
): string | null {
  if (isMissing)
    return `The ${name.toLowerCase()} map is not available right now: the plain map is shown in its place. It is tried again every minute.`;
  return hasGaps ? `Parts of the ${name.toLowerCase()} map are missing right now.` : null;
}
