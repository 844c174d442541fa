import { queryKind } from './query-kind.ts';

export const forecastKeys = {
  /** Issued hourly and polled. */
  hours: queryKind('forecast-hours', { quiet: true, onReconnect: true }),
  /** Issued a few times a day and polled. */
  days: queryKind('forecast-days', { quiet: true, onReconnect: true }),
};
