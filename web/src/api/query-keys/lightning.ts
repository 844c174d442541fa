import { queryKind } from './query-kind.ts';

export const lightningKeys = {
  /** A changed location or a lightning policy changes radii and timers. */
  delays: queryKind('delays', { announcedBy: ['lightning', 'locations', 'policies'], throttleMs: 3_000 }),
};
