import { queryKind } from './query-kind.ts';

export const timelineKeys = {
  /** Asked for again every half minute while its span lasts. */
  timeline: queryKind('timeline', { quiet: true }),
};
