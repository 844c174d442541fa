import { queryKind } from './query-kind.ts';

export const forecastKeys = {
  hours: queryKind('forecast-hours', { quiet: 'Issued hourly and polled.', onReconnect: true }),
  days: queryKind('forecast-days', { quiet: 'Issued a few times a day and polled.', onReconnect: true }),
};
