import { queryKind } from './query-kind.ts';

export const locationKeys = {
  /** A lightning policy locks radii and timers. */
  locations: queryKind('locations', { announcedBy: ['locations', 'policies'] }),
  /** A change of places is announced with that of the policies that watch them. */
  organizationLocations: queryKind('organization-locations', { announcedBy: ['policies'] }),
  /** Asked for when a deletion is. */
  placeUses: queryKind('place-uses', { quiet: true }),
  /** A preview does not change. */
  importRows: queryKind('import-rows', { quiet: true }),
  /** Of a place, and those with a fault. Asked for when a form opens, and every minute on the page of places. */
  duties: queryKind('duties', { announcedBy: ['duties'], throttleMs: 2_000 }),
  /** The places that are closed now. */
  closures: queryKind('closures', { announcedBy: ['closures'], throttleMs: 2_000 }),
  /** The shelters of a place. */
  shelters: queryKind('shelters', { announcedBy: ['roll-call'], throttleMs: 2_000 }),
  /** The groups that a place expects in roll-calls; asked for when their page opens. */
  rollCallGroups: queryKind('roll-call-groups', { quiet: true }),
  practiceTimes: queryKind('practice-times', { announcedBy: ['practice-times'] }),
  /** The answer to what was typed. */
  placeSearch: queryKind('places', { quiet: true }),
};
