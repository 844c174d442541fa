import { safeFileName } from '@allclear/domain';
import { systemActor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { implementJob, type Job } from '../../platform/jobs/implement-job.ts';
import { retryWrites } from '../../platform/jobs/retry-writes.ts';
import { csvHead, csvRows } from './csv-rows.ts';
import { policyDelayRows } from './delay-rows.ts';
import { openPdf } from './pdf/pdf-thread.ts';
import { clearFiles, createFile, type FileWriter } from './report-files.store.ts';
import { makeReport } from './report-jobs.ts';
import { mailableOf, queueReportMails } from './report-mails.store.ts';
import type { ReportRows } from './report-rows.ts';
import { beginReport, endReport, failReport, type ReportToMake } from './reports.store.ts';
import { chosenStations } from './stretches.store.ts';
import { type EvapotranspirationOf, weatherRows } from './weather-rows.ts';

const actor = systemActor('make-report');

/** What people are told of a report that could not be made (spec 3 section 8). */
export const reportFailed = 'There was an error generating the report. Please try again later.';

export interface MakeReportNeeds {
  readonly clock: Clock;
  readonly evapotranspiration: EvapotranspirationOf;
}

/**
 * Makes reports. Files, end and mails are written in one transaction: a run that is killed leaves nothing, and one that
 * is repeated makes and mails nothing twice.
 */
export function makeReportJob(needs: MakeReportNeeds): Job {
  const { clock } = needs;
  return implementJob(makeReport, async ({ id }, { db, attempt, signal, progress }) => {
    const report = await beginReport(db, actor, id);
    if (report === null) return { made: false };
    try {
      return await writeReport(db, report, needs, { signal, progress });
    } catch (error) {
      if (!signal.aborted && attempt >= makeReport.retry.maxAttempts)
        await retryWrites(() => failReport(db, actor, id, { error: reportFailed, now: clock.now() }));
      throw error;
    }
  });
}

interface Run {
  readonly signal: AbortSignal;
  progress(fraction: number, message: string): void;
}

async function writeReport(
  db: Database,
  report: ReportToMake,
  needs: MakeReportNeeds,
  { signal, progress }: Run,
): Promise<{ made: boolean; bytes: number }> {
  const { id, organizationId, request, userId } = report;
  const now = needs.clock.now();
  // All rows are of one moment, whatever stations report meanwhile.
  const transaction = db.transaction().setIsolationLevel('repeatable read');
  return transaction.execute(async (within) => {
    await clearFiles(within, actor, id);
    const rows = await rowsOf(within, report, needs, now);
    const files = await openFiles(within, report, rows);
    try {
      for await (const { rows: portion, done } of rows.portions()) {
        signal.throwIfAborted();
        for (const file of files) await file.write(portion);
        progress(done * 0.99, `${Math.round(done * 100)} % of the report is written.`);
      }
      let bytes = 0;
      for (const file of files) bytes += await file.end();
      signal.throwIfAborted();
      if (!(await endReport(within, actor, id, needs.clock.now())))
        throw new Error('The report was canceled or removed.');
      const people = await mailableOf(within, organizationId, [
        request.Requestor ?? userId,
        ...request.Recipients,
      ]);
      const userIds = people.flatMap((person) => (person.email === null ? [] : [person.id]));
      await queueReportMails(within, actor, { reportId: id, userIds, now });
      return { made: true, bytes };
    } finally {
      for (const file of files) await file.close();
    }
  });
}

async function rowsOf(
  db: Database,
  { organizationId, request, startDate, endDate }: ReportToMake,
  { evapotranspiration }: MakeReportNeeds,
  now: number,
): Promise<ReportRows> {
  if (request.ReportType === 0) {
    const { stations } = await chosenStations(db, organizationId, request.HardwareFilters?.HardwareIds ?? []);
    if (stations.length === 0) throw new Error('None of the stations of the report is there any more.');
    return weatherRows(request, stations, { startDate, endDate }, { db, now, evapotranspiration });
  }
  const filters = request.LocationFilters;
  if (!filters) throw new Error('A report of delays has filters.');
  const units = request.UnitType === 1 ? 'metric' : 'us';
  return policyDelayRows(db, { organizationId, filters, startDate, endDate, units, now });
}

/** A file of a report that takes rows. */
interface RowsFile {
  write(rows: readonly (readonly string[])[]): Promise<void>;
  end(): Promise<number>;
  close(): Promise<void>;
}

async function openFiles(
  db: Database,
  report: ReportToMake,
  { head, isText }: ReportRows,
): Promise<RowsFile[]> {
  const name = safeFileName(report.name);
  const create = (format: 'csv' | 'pdf'): Promise<FileWriter> =>
    createFile(db, actor, { reportId: report.id, format, name: `${name}.${format}` });
  const files: RowsFile[] = [];
  const formats = new Set(report.request.FileFormats);
  if (formats.has(0)) {
    const file = await create('csv');
    await file.write(csvHead(head));
    files.push({
      write: (rows) => file.write(csvRows(rows, isText)),
      end: () => file.end(),
      close: () => file.close(),
    });
  }
  if (formats.has(1)) {
    const file = await create('pdf');
    const pdf = openPdf({
      ...{ title: report.name, organization: report.organizationName, head },
      ...{ startDate: report.startDate, endDate: report.endDate, createdAt: report.createdAt.getTime() },
    });
    files.push({
      write: (rows) => pdf.write(rows),
      async end() {
        for await (const bytes of pdf.end()) await file.write(bytes);
        return file.end();
      },
      async close() {
        pdf.close();
        await file.close();
      },
    });
  }
  return files;
}
