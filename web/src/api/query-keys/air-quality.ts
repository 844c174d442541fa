import { queryKind } from './query-kind.ts';

export const airQualityKeys = {
  /** Measured hourly and polled. */
  airQuality: queryKind('air-quality', { quiet: true, onReconnect: true }),
  /** The stations with a sensor; polled. */
  stations: queryKind('air-quality-stations', { quiet: true, onReconnect: true }),
};
