import { queryKind } from './query-kind.ts';

export const reportKeys = {
  /** The user's own, polled while their page is open. */
  reports: queryKind('reports', { quiet: true }),
  /** Polled with the reports. */
  recurring: queryKind('recurring-reports', { quiet: true }),
};
