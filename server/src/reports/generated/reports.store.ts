import type { ReportRequest } from '@allclear/contract';
import { DAY_MS } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import { addJob, cancelJob } from '../../platform/jobs/job-records.store.ts';
import { makeReport } from './report-jobs.ts';

/** Reports that one person may have queued or in the making. */
export const maxOpenReports = 5;
/** How long the files of a report are kept, ms. */
export const reportKeptMs = 30 * DAY_MS;

export class TooManyReports extends Error {}

export interface ReportToAdd {
  readonly organizationId: string;
  readonly userId: string;
  readonly name: string;
  readonly request: ReportRequest;
  readonly startDate: string;
  readonly endDate: string;
}

/** Stores a report and queues its making. Throws `TooManyReports` while the person has many open ones. */
export function requestReport(db: Database, actor: Actor, report: ReportToAdd, now: number): Promise<string> {
  const { organizationId, userId, name, request, startDate, endDate } = report;
  return db.transaction().execute(async (transaction) => {
    // Requests of one person are counted one after the other.
    await sql`select from users where id = ${userId} for no key update`.execute(transaction);
    if ((await countOpen(transaction, userId)) >= maxOpenReports) throw new TooManyReports();
    const id = await insertReport(transaction, actor, report, { now, recurring: null });
    if (id === null) throw new Error('A report without a recurrence is always stored.');
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'report.requested', recordId: id, now },
      after: { name, type: request.ReportType, startDate, endDate, formats: request.FileFormats },
    });
    return id;
  });
}

async function countOpen(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reports r join job_records j on j.id = r.job_id
    where r.user_id = ${userId} and r.state in ('queued', 'working') and j.state in ('waiting', 'running')`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Stores a report and the job that makes it. Null when it is one of a recurring report that was stored before. The
 * entry is the caller's; what a recurring report makes has none, because nobody asked for it then.
 */
export async function insertReport(
  transaction: Database,
  actor: Actor,
  { organizationId, userId, name, request, startDate, endDate }: ReportToAdd,
  { now, recurring }: { now: number; recurring: { readonly id: string; readonly dueAt: number } | null },
): Promise<string | null> {
  const row = await transaction
    .insertInto('reports')
    .values({
      ...{ organization_id: organizationId, user_id: userId, name, report_type: request.ReportType },
      ...{ request: JSON.stringify(request), start_date: startDate, end_date: endDate },
      ...{ created_at: new Date(now), recurring_id: recurring?.id ?? null },
      due_at: recurring ? new Date(recurring.dueAt) : null,
    })
    .onConflict((conflict) => conflict.columns(['recurring_id', 'due_at']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return null;
  const jobId = await addJob(transaction, actor, makeReport, { id: row.id }, { organizationId, userId });
  await transaction.updateTable('reports').set({ job_id: jobId }).where('id', '=', row.id).execute();
  return row.id;
}

export type ReportState = 'queued' | 'working' | 'done' | 'failed' | 'canceled';

/** A report as its list shows it. */
export interface StoredReport {
  readonly id: string;
  readonly name: string;
  readonly reportType: 0 | 1;
  readonly startDate: string;
  readonly endDate: string;
  readonly state: ReportState;
  readonly error: string | null;
  /** 0–1, of its job. */
  readonly progress: number;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly recurringId: string | null;
  readonly files: readonly {
    readonly format: 'csv' | 'pdf';
    readonly name: string;
    readonly bytes: number;
  }[];
  readonly mails: readonly { readonly state: 'waiting' | 'sent' | 'failed'; readonly error: string | null }[];
}

/** Reports of a person that are not over, newest first; of `id` one. */
export async function readReports(
  db: Database,
  { organizationId, userId, id }: { organizationId: string; userId: string; id?: string },
  now: number,
): Promise<StoredReport[]> {
  if (id !== undefined && !isUuid(id)) return [];
  // A job that ended with its processes leaves its report in the making.
  const { rows } = await sql<StoredReport>`
    select r.id, r.name, r.report_type as "reportType", r.start_date as "startDate", r.end_date as "endDate",
      case when r.state in ('queued', 'working') and j.state = 'failed' then 'failed'
        when r.state in ('queued', 'working') and j.state = 'cancelled' then 'canceled'
        else r.state end as state,
      r.error, coalesce(j.progress, 0)::float8 as progress, r.created_at as "createdAt", r.expires_at as "expiresAt",
      r.recurring_id as "recurringId",
      coalesce((select json_agg(json_build_object('format', f.format, 'name', f.name, 'bytes', f.bytes) order by f.format)
        from report_files f where f.report_id = r.id), '[]') as files,
      coalesce((select json_agg(json_build_object('state', m.state, 'error', m.error) order by m.id)
        from report_mails m where m.report_id = r.id), '[]') as mails
    from reports r left join job_records j on j.id = r.job_id
    where r.organization_id = ${organizationId} and r.user_id = ${userId}
      and (r.expires_at is null or r.expires_at > ${new Date(now)})
      and (${id ?? null}::uuid is null or r.id = ${id ?? null}::uuid)
    order by r.created_at desc, r.id`.execute(db);
  return rows;
}

/** What a job needs to make a report. */
export interface ReportToMake {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly userId: string;
  readonly name: string;
  readonly request: ReportRequest;
  readonly startDate: string;
  readonly endDate: string;
  readonly createdAt: Date;
}

/** Begins to make a report; null when it was made, canceled or removed before. No entry: that of the request stands. */
export async function beginReport(db: Database, _actor: Actor, id: string): Promise<ReportToMake | null> {
  const { rows } = await sql<ReportToMake>`
    update reports r set state = 'working'
    from organizations o
    where r.id = ${id} and r.state in ('queued', 'working') and o.id = r.organization_id
    returning r.id, r.organization_id as "organizationId", o.name as "organizationName", r.user_id as "userId", r.name,
      r.request, r.start_date as "startDate", r.end_date as "endDate", r.created_at as "createdAt"`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * The report is made: its files are there. False, and nothing is changed, when it was canceled meanwhile. In the
 * transaction that wrote the files. No entry: that of the request stands.
 */
export async function endReport(
  transaction: Database,
  _actor: Actor,
  id: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('reports')
    .set({
      ...{ state: 'done', error: null, ended_at: new Date(now) },
      expires_at: new Date(now + reportKeptMs),
    })
    .where('id', '=', id)
    .where('state', '=', 'working')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The report cannot be made; `error` is for people. No entry: that of the request stands. */
export async function failReport(
  db: Database,
  _actor: Actor,
  id: string,
  { error, now }: { error: string; now: number },
): Promise<void> {
  await db
    .updateTable('reports')
    .set({ state: 'failed', error, ended_at: new Date(now) })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'working'])
    .execute();
}

interface OwnReport {
  readonly organizationId: string;
  readonly userId: string;
  readonly id: string;
}

/** Cancels the making of a report. Undefined when there is none, false when it is over. */
export async function cancelReport(
  db: Database,
  actor: Actor,
  { organizationId, userId, id }: OwnReport,
  now: number,
): Promise<boolean | undefined> {
  const [report] = await readReports(db, { organizationId, userId, id }, now);
  if (!report) return undefined;
  const jobId = await db.transaction().execute(async (transaction) => {
    const canceled = await transaction
      .updateTable('reports')
      .set({ state: 'canceled', ended_at: new Date(now) })
      .where('id', '=', report.id)
      .where('state', 'in', ['queued', 'working'])
      .returning('job_id')
      .executeTakeFirst();
    if (!canceled) return undefined;
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'report.canceled', recordId: report.id, now },
      before: { state: report.state },
      after: { state: 'canceled' },
    });
    return canceled.job_id;
  });
  if (jobId === undefined) return false;
  // A job that is not canceled by this finds that its report was.
  if (jobId !== null) await cancelJob(db, actor, jobId, organizationId);
  return true;
}

/** Removes a report with its files; false when there is none. */
export async function removeReport(
  db: Database,
  actor: Actor,
  { organizationId, userId, id }: OwnReport,
  now: number,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  const jobId = await db.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom('reports')
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .returning(['job_id', 'name', 'start_date', 'end_date'])
      .executeTakeFirst();
    if (!removed) return undefined;
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'report.deleted', recordId: id, now },
      before: { name: removed.name, startDate: removed.start_date, endDate: removed.end_date },
    });
    return removed.job_id;
  });
  if (jobId === undefined) return false;
  if (jobId !== null) await cancelJob(db, actor, jobId, organizationId);
  return true;
}

/** Removes reports that ended, or were asked for and never ended, before an instant (epoch ms). No entry: nobody asked. */
export async function dropReportsBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await sql`delete from reports where coalesce(ended_at, created_at) < ${new Date(before)}`.execute(db);
}
