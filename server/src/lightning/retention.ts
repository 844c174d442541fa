import { DAY_MS } from '@allclear/domain';
import { dropPartitionsBefore } from '../platform/database/partitions.store.ts';
import type { Retention } from '../platform/subject.ts';
import type { WeatherSource } from '../platform/weather/weather-source.ts';
import { dropBatchesBefore } from './store.ts';
import { dropReportsBefore } from './thunder/thunder.store.ts';

/** More than 20,000 simulated strikes an hour are not needed for a year: three days are some 1.5 GB. */
const keepMsOf = { network: 400 * DAY_MS, simulated: 3 * DAY_MS } as const;

/** How long strikes and what was observed are kept: longer than the lightning index reaches back. */
export function lightningRetention(weather: WeatherSource['kind']): Retention[] {
  const keepMs = keepMsOf[weather];
  return [
    {
      table: 'flashes',
      keepMs,
      dropBefore: (db, actor, before) => dropPartitionsBefore(db, actor, 'flashes', before),
    },
    { table: 'lightning_batches', keepMs, dropBefore: dropBatchesBefore },
    { table: 'thunder_reports', keepMs: keepMsOf.network, dropBefore: dropReportsBefore },
  ];
}
