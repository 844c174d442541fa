import { queryKind } from './query-kind.ts';

export const mapKeys = {
  /** A strike is on the map within a second. */
  strikes: queryKind('strikes', { announcedBy: ['strikes'], throttleMs: 600 }),
  /** Frames are minutes apart and polled. */
  radar: queryKind('radar', { quiet: true }),
  /** Scans are minutes apart and polled. */
  stormCells: queryKind('storm-cells', { quiet: true }),
  /** Issued every few hours and polled. */
  tropical: queryKind('tropical', { quiet: true }),
  /** Issued every three hours and polled. */
  surfaceAnalysis: queryKind('surface-analysis', { quiet: true }),
  /** Only this person changes them. */
  settings: queryKind('map-settings', { quiet: true }),
  /** Set when the server starts. */
  baseMaps: queryKind('base-maps', { quiet: true }),
  /** A style rarely changes; a failed one is retried. */
  baseMapStyle: queryKind('base-map-style', { quiet: true }),
  /** The past as it was when the replay began. */
  stormReplay: queryKind('storm-replay', { quiet: true }),
};
