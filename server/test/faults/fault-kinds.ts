import type { Fault } from './fault.ts';
import { clockBack, clockForward } from './kinds/clock.ts';
import { frozenDatabase, slowDatabase } from './kinds/database.ts';
import { killedEngine, pausedEngine } from './kinds/engines.ts';
import { fullDisk, fullDiskOfLog } from './kinds/full-disk.ts';
import { killBoth, killPostgres, killServer } from './kinds/kills.ts';
import { droppingProviders, wrongDevice } from './kinds/providers.ts';
import { satelliteFaults } from './kinds/satellite.ts';

/** All kinds of faults, in the order in which they are made. */
export const faults: readonly Fault[] = [
  ...[killServer, killPostgres, killBoth, frozenDatabase, slowDatabase],
  ...[fullDisk, fullDiskOfLog, killedEngine, pausedEngine],
  ...[droppingProviders, wrongDevice, clockForward, clockBack, ...satelliteFaults],
];
