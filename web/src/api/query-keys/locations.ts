import { queryKind } from './query-kind.ts';

export const locationKeys = {
  /** A lightning policy locks radii and timers. */
  locations: queryKind('locations', { announcedBy: ['locations', 'policies'] }),
  organizationLocations: queryKind('organization-locations', { quiet: 'Asked for when a form opens.' }),
  practiceTimes: queryKind('practice-times', { announcedBy: ['practice-times'] }),
  placeSearch: queryKind('places', { quiet: 'The answer to what was typed.' }),
};
