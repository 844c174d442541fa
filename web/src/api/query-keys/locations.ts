import { queryKind } from './query-kind.ts';

export const locationKeys = {
  /** A lightning policy locks radii and timers. */
  locations: queryKind('locations', { announcedBy: ['locations', 'policies'] }),
  /** A change of places is announced with that of the policies that watch them. */
  organizationLocations: queryKind('organization-locations', { announcedBy: ['policies'] }),
  placeUses: queryKind('place-uses', { quiet: 'Asked for when a deletion is.' }),
  importRows: queryKind('import-rows', { quiet: 'A preview does not change.' }),
  practiceTimes: queryKind('practice-times', { announcedBy: ['practice-times'] }),
  placeSearch: queryKind('places', { quiet: 'The answer to what was typed.' }),
};
