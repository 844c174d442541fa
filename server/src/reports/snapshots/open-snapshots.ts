import { DAY_MS } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Platform, Retention } from '../../platform/subject.ts';
import { dropSnapshotsBefore } from './condition-snapshots.store.ts';
import { snapshotRoutes } from './snapshots.routes.ts';
import { snapshotLoop } from './take-snapshots.ts';

const retention: readonly Retention[] = [
  { table: 'condition_snapshots', keepMs: 1827 * DAY_MS, dropBefore: dropSnapshotsBefore },
];

/** What stations said when warnings started and ended, at set times, and when a person asked for it. */
export function openSnapshots({ db, clock, log, changes }: Platform) {
  return {
    routes: (app: FastifyInstance) => snapshotRoutes(app, { db, clock }),
    loops: [snapshotLoop({ db, clock, log, changes })],
    retention,
  };
}
