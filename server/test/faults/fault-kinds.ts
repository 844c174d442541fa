import type { Fault } from './fault.ts';
import { killBoth, killPostgres, killServer } from './kinds/kills.ts';

/** All kinds of faults, in the order in which they are made. */
export const faults: readonly Fault[] = [killServer, killPostgres, killBoth];
