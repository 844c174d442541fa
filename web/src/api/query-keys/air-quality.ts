import { queryKind } from './query-kind.ts';

export const airQualityKeys = {
  airQuality: queryKind('air-quality', { quiet: 'Measured hourly and polled.', onReconnect: true }),
};
