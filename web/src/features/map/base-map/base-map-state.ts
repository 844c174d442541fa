import type { BaseMapStyle } from '@allclear/contract';

/** This many missing tiles in a row mean that the map is unavailable, not single tiles. */
const maxFailures = 4;

/** A map of one color loads at once. */
export const hasSources = ({ sources }: BaseMapStyle): boolean => Object.keys(sources).length > 0;

/** The state of an external base map. */
export interface BaseMapState {
  /** Whether it is drawn; otherwise the product's own replaces it. */
  readonly isShown: boolean;
  /** Whether any part has loaded since it was added. */
  readonly isDrawn: boolean;
  /** Missing tiles in a row. */
  readonly failures: number;
  /** Its last attempt failed. */
  readonly isMissing: boolean;
  /** Tiles of the current view are missing. */
  readonly hasGaps: boolean;
}

/**
 * `drawn` and `failed` concern one tile; `rested`: everything in the view has loaded or failed; `moved`:
 * another view, or the same requested again; `again`: a new attempt; `begun`: another base map.
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
 * A map without any loaded part is replaced by the product's own: an empty map must not look like quiet
 * weather.
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

/** The note about the map; null when it is complete. `name` as in 'Satellite'. */
export function baseMapNote(
  name: string,
  { isMissing, hasGaps }: Pick<BaseMapState, 'isMissing' | 'hasGaps'>,
): string | null {
  if (isMissing)
    return `The ${name.toLowerCase()} map is not available right now: the plain map is shown in its place. It is tried again every minute.`;
  return hasGaps ? `Parts of the ${name.toLowerCase()} map are missing right now.` : null;
}
