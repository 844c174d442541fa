import { queryKind } from './query-kind.ts';

export const mapKeys = {
  /** A strike is on the map within a second. */
  strikes: queryKind('strikes', { announcedBy: ['strikes'], throttleMs: 600 }),
  radar: queryKind('radar', { quiet: 'Frames are minutes apart and polled.' }),
  stormCells: queryKind('storm-cells', { quiet: 'Scans are minutes apart and polled.' }),
  tropical: queryKind('tropical', { quiet: 'Issued every few hours and polled.' }),
  surfaceAnalysis: queryKind('surface-analysis', { quiet: 'Issued every three hours and polled.' }),
  settings: queryKind('map-settings', { quiet: 'Only this person changes them.' }),
  baseMaps: queryKind('base-maps', { quiet: 'Set when the server starts.' }),
  baseMapStyle: queryKind('base-map-style', { quiet: 'A style rarely changes; a failed one is retried.' }),
  stormReplay: queryKind('storm-replay', { quiet: 'The past as it was when the replay began.' }),
};
