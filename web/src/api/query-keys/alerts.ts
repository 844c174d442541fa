import { queryKind } from './query-kind.ts';

export const alertKeys = {
  advisories: queryKind('advisories', { announcedBy: ['warnings', 'policies'] }),
  mapAlerts: queryKind('map-alerts', { announcedBy: ['warnings', 'policies'] }),
  zoneShapes: queryKind('zone-shapes', { quiet: 'Zones move about once a year.' }),
  countyShapes: queryKind('county-shapes', { quiet: 'A file of this installation.' }),
};
