import { queryKind } from './query-kind.ts';

export const conditionKeys = {
  observation: queryKind('observation', { announcedBy: ['observations'], perLocation: true }),
  /** At all locations of the user, in one call. */
  ofLocations: queryKind('observations-of-locations', { announcedBy: ['observations', 'locations'] }),
  observationAtPoint: queryKind('observation-at-point', { announcedBy: ['observations'] }),
  /** A chart of hours is polled. */
  history: queryKind('condition-history', { quiet: true, onReconnect: true }),
  /** Whole days, polled. */
  evapotranspiration: queryKind('evapotranspiration', { quiet: true, onReconnect: true }),
};
