import type { Group, Location } from '@allclear/contract';
import { wallPath } from '../../session/paths.ts';

/** What a wall shows, in its address: `?places=ID,ID`, `?group=ID`, `?map=1`. */
export interface WallChoice {
  /** The ids of the places; empty for all. */
  readonly placeIds: readonly string[];
  readonly groupId: string | null;
  readonly hasMap: boolean;
}

export function readWallChoice(search: string): WallChoice {
  const params = new URLSearchParams(search);
  const ids = params.getAll('places').flatMap((part) => part.split(','));
  return {
    placeIds: [...new Set(ids.map((id) => id.trim()).filter((id) => id !== ''))],
    groupId: params.get('group') || null,
    hasMap: params.get('map') === '1',
  };
}

/** The address with the map half, or without. */
export function withMap(search: string, hasMap: boolean): string {
  const params = new URLSearchParams(search);
  if (hasMap) params.set('map', '1');
  else params.delete('map');
  return params.size > 0 ? `?${params}` : '';
}

/**
 * The wall that an address with `?kiosk` stands for: that of its location, of its group, or of all places. Null for
 * another address.
 */
export function wallOfKiosk(search: string): string | null {
  const params = new URLSearchParams(search);
  if (!params.has('kiosk')) return null;
  const wall = new URLSearchParams();
  const location = params.get('location');
  const group = params.get('group');
  if (location) wall.set('places', location);
  else if (group) wall.set('group', group);
  return wall.size > 0 ? `${wallPath}?${wall}` : wallPath;
}

export interface ChosenPlaces {
  readonly places: readonly Location[];
  /** Places of the address that the reader does not have (any more). */
  readonly gone: number;
  /** The group of the address does not exist, or may not be seen. */
  readonly isGroupGone: boolean;
}

/**
 * The places that a choice names.
 *
 * @param groups undefined while they are not known
 * @param maySeeGroups false for readers who are never shown a group
 */
export function chosenPlaces(
  { placeIds, groupId }: WallChoice,
  locations: readonly Location[],
  groups: readonly Pick<Group, 'id' | 'organizationLocations'>[] | undefined,
  maySeeGroups: boolean,
): ChosenPlaces {
  const wanted = new Set(placeIds);
  const named = wanted.size === 0 ? locations : locations.filter(({ id }) => wanted.has(id));
  const group = groups?.find(({ id }) => id === groupId);
  const tied = group && new Set(group.organizationLocations);
  const isGroupGone = groupId !== null && !group && (groups !== undefined || !maySeeGroups);
  return {
    places: tied
      ? named.filter(({ organizationLocationId: id }) => id !== null && tied.has(id))
      : groupId === null
        ? named
        : [],
    gone: wanted.size === 0 ? 0 : wanted.size - named.length,
    isGroupGone,
  };
}
