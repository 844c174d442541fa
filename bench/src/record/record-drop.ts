/**
 * `record-drop`: a month of reports of ten stations is dropped as a partition, and a like month with DELETE and VACUUM,
 * on one database: only after VACUUM the space is free, as it is after a drop. How long DELETE alone takes is said too;
 * it frees nothing. What charts show stays the same. `--minutes 5` has a
 * report every 5 minutes instead of each minute.
 */
import { loadavg } from 'node:os';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { DAY_MS } from '@allclear/domain';
import { systemActor } from '@allclear/server/platform/actor.ts';
import type { Database } from '@allclear/server/platform/database/database.ts';
import { stationStretches } from '@allclear/server/stations/summaries/fill-summaries.ts';
import { dropReportsBefore } from '@allclear/server/stations/summaries/kept-reports.store.ts';
import { sql } from 'kysely';
import { percentile, printed } from '../measure.ts';
import { stationId, stations, until, wantedRows, withScene } from './scene.ts';

const goalRatio = 100;
const months = 6;

export function runRecordDrop(): Promise<unknown> {
  const { values } = parseArgs({ options: { minutes: { type: 'string' } }, strict: false });
  const stepMinutes = Number(values.minutes ?? 1);
  const rows = wantedRows((stations * months * 31 * 1_440) / stepMinutes);
  return withScene({ rows, stepMinutes }, async ({ store: { db }, from, fillSeconds }) => {
    const charts = () => readCharts(db, from);
    const before = await charts();
    const dropMs: number[] = [];
    const deleteMs: number[] = [];
    const vacuumMs: number[] = [];
    const deleted: number[] = [];
    const first = new Date(from);
    // The first month is not whole. Months of a pair are next to each other.
    for (let month = 1; month + 1 < months; month += 2) {
      const monthAt = (later: number) =>
        Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month + later);
      if (month === 1) await dropReportsBefore(db, systemActor('bench'), monthAt(0));
      const { ms, count } = await deleteBetween(db, monthAt(0), monthAt(1));
      deleteMs.push(ms);
      deleted.push(count);
      const cleaning = performance.now();
      await sql`vacuum ${sql.table(partitionOf(monthAt(0)))}`.execute(db);
      vacuumMs.push(performance.now() - cleaning);
      await dropReportsBefore(db, systemActor('bench'), monthAt(1));
      const begun = performance.now();
      await dropReportsBefore(db, systemActor('bench'), monthAt(2));
      dropMs.push(performance.now() - begun);
    }
    const chartsUnchanged = isDeepStrictEqual(await charts(), before);
    const [dropped, removed] = [percentile(dropMs, 0.5), percentile(deleteMs, 0.5)];
    const vacuumed = percentile(vacuumMs, 0.5);
    const ratio = Math.round((removed + vacuumed) / dropped);
    return {
      'record-drop': {
        ...{ rows, stepMinutes, fillSeconds, load: loadavg()[0], rowsOfMonths: deleted },
        ...{ dropMs: tenths(dropped), deleteMs: tenths(removed), vacuumMs: tenths(vacuumed) },
        ...{ ratio, ratioOfDeleteAlone: Math.round(removed / dropped), goalRatio, chartsUnchanged },
        isWithinGoal: ratio >= goalRatio && chartsUnchanged,
      },
    };
  });
}

const partitionOf = (at: number) => `observations_${new Date(at).toISOString().slice(0, 7).replace('-', '')}`;

async function deleteBetween(db: Database, from: number, to: number): Promise<{ ms: number; count: number }> {
  const begun = performance.now();
  const { numAffectedRows } = await sql`
    delete from observations where observed_at >= ${new Date(from)} and observed_at < ${new Date(to)}`.execute(
    db,
  );
  return { ms: performance.now() - begun, count: Number(numAffectedRows) };
}

async function readCharts(db: Database, from: number): Promise<unknown> {
  const charts = [];
  for (let index = 0; index < stations; index++)
    for (const length of ['quarter', 'hour', 'day'] as const)
      charts.push(await stationStretches(db, stationId(index), { length, from: from - DAY_MS, until }));
  return charts;
}

const tenths = (value: number) => Math.round(value * 10) / 10;

await printed(import.meta, runRecordDrop);
