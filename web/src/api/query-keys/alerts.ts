import { queryKind } from './query-kind.ts';

export const alertKeys = {
  advisories: queryKind('advisories', { announcedBy: ['warnings', 'policies'] }),
  mapAlerts: queryKind('map-alerts', { announcedBy: ['warnings', 'policies'] }),
  /** Zones move about once a year. */
  zoneShapes: queryKind('zone-shapes', { quiet: true }),
  /** A file of this installation. */
  countyShapes: queryKind('county-shapes', { quiet: true }),
};
