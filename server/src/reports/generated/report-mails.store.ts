import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { addJobs } from '../../platform/jobs/job-records.store.ts';
import type { FoundFile } from './report-files.store.ts';
import { mailReport } from './report-jobs.ts';

/**
 * Queues the mails of a report that was made, one for each person, in the transaction that made it. A person has one
 * however often this is called. The entry is that of the request.
 */
export async function queueReportMails(
  transaction: Database,
  actor: Actor,
  { reportId, userIds, now }: { reportId: string; userIds: readonly string[]; now: number },
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await transaction
    .insertInto('report_mails')
    .values(userIds.map((user_id) => ({ report_id: reportId, user_id, created_at: new Date(now) })))
    .onConflict((conflict) => conflict.columns(['report_id', 'user_id']).doNothing())
    .returning('id')
    .execute();
  if (rows.length > 0)
    await addJobs(
      transaction,
      actor,
      mailReport,
      rows.map(({ id }) => ({ id })),
    );
}

/** A mail of a report that is to be sent. */
export interface OpenReportMail {
  readonly id: string;
  readonly reportId: string;
  readonly reportName: string;
  readonly organizationName: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly firstName: string;
  /** Null for somebody who has none, or is not active any more. */
  readonly address: string | null;
  readonly createdAt: Date;
  readonly files: readonly FoundFile[];
}

/** Undefined when it was sent or has failed before, or its report is gone. */
export async function findOpenMail(db: Database, id: string): Promise<OpenReportMail | undefined> {
  const { rows } = await sql<OpenReportMail>`
    select m.id, r.id as "reportId", r.name as "reportName", o.name as "organizationName",
      r.start_date as "startDate", r.end_date as "endDate", u.first_name as "firstName",
      case when u.is_active and u.deleted_at is null then u.email end as address, m.created_at as "createdAt",
      coalesce((select json_agg(json_build_object('reportId', f.report_id, 'format', f.format, 'name', f.name,
        'bytes', f.bytes) order by f.format) from report_files f where f.report_id = r.id), '[]') as files
    from report_mails m join reports r on r.id = m.report_id join organizations o on o.id = r.organization_id
      join users u on u.id = m.user_id
    where m.id = ${id} and m.state = 'waiting'`.execute(db);
  return rows[0];
}

/** The mail was sent, or never will be; `error` says why. The entry is that of the request. */
export async function endReportMail(
  db: Database,
  _actor: Actor,
  { id, error, now }: { id: string; error: string | null; now: number },
): Promise<void> {
  await db
    .updateTable('report_mails')
    .set({ state: error === null ? 'sent' : 'failed', error, ended_at: new Date(now) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Whom a report is mailed to: of these ids the active people of the organization who have an address. */
export async function mailableOf(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly email: string | null; readonly groupId: string | null }[]> {
  const { rows } = await sql<{ id: string; email: string | null; groupId: string | null }>`
    select id, email, group_id as "groupId" from users
    where organization_id = ${organizationId} and is_active and deleted_at is null
      and id::text = any(${ids.map((id) => id.toLowerCase())}::text[])`.execute(db);
  return rows;
}
