import { queryKind } from './query-kind.ts';

export const demonstrationKeys = {
  /** Polled while its panel is open, which is rare. */
  events: queryKind('demonstration-events', { quiet: true }),
};
