import { queryKind } from './query-kind.ts';

export const demonstrationKeys = {
  events: queryKind('demonstration-events', { quiet: 'Polled while its panel is open, which is rare.' }),
};
