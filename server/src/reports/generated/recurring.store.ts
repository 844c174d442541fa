import type { ReportRequest } from '@allclear/contract';
import {
  defaultTimeZone,
  dueRuns,
  isRole,
  nextRun,
  periodEndedAt,
  permissionsOf,
  type ReportSchedule,
} from '@allclear/domain';
import { sql } from 'kysely';
import { fallbackTimeZone } from '../../people/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { nextRevision, requireRevision } from '../../platform/database/revision.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import { insertReport } from './reports.store.ts';

/** Recurring reports that one person may have. */
export const maxRecurringReports = 20;

export class TooManyRecurringReports extends Error {}

export interface StoredRecurringReport {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly revision: number;
  readonly fieldRevisions: Readonly<Record<string, number>>;
  readonly name: string;
  readonly reportType: 0 | 1;
  readonly request: ReportRequest;
  readonly period: 'MONTH' | 'WEEK' | 'DAY';
  readonly dayOfMonth: number | null;
  readonly weekday: number | null;
  readonly isPaused: boolean;
  readonly nextAt: Date | null;
  readonly lastReportId: string | null;
}

const columns = sql`c.id, c.organization_id as "organizationId", c.user_id as "userId", c.revision,
  c.field_revisions as "fieldRevisions", c.name, c.report_type as "reportType", c.request, c.period,
  c.day_of_month as "dayOfMonth", c.weekday, c.is_paused as "isPaused", c.next_at as "nextAt",
  (select r.id from reports r where r.recurring_id = c.id order by r.due_at desc limit 1) as "lastReportId"`;

export function scheduleOf({
  period,
  dayOfMonth,
  weekday,
}: Pick<StoredRecurringReport, 'period' | 'dayOfMonth' | 'weekday'>): ReportSchedule {
  switch (period) {
    case 'DAY':
      return { period };
    case 'WEEK':
      return { period, weekday: weekday ?? 0 };
    case 'MONTH':
      return { period, dayOfMonth: dayOfMonth ?? 1 };
  }
}

/** IANA or a name of the product; the one in which an organization's recurring reports are made. */
export async function zoneOf(db: Database, organizationId: string): Promise<string> {
  return (await fallbackTimeZone(db, organizationId)) ?? defaultTimeZone;
}

/** Stores a recurring report. Throws `TooManyRecurringReports`. */
export function insertRecurring(
  db: Database,
  actor: Actor,
  recurring: Pick<
    StoredRecurringReport,
    'organizationId' | 'userId' | 'name' | 'request' | 'period' | 'dayOfMonth' | 'weekday'
  >,
  now: number,
): Promise<string> {
  const { organizationId, userId, name, request, period, dayOfMonth, weekday } = recurring;
  return db.transaction().execute(async (transaction) => {
    await sql`select from users where id = ${userId} for no key update`.execute(transaction);
    const stored = await transaction
      .selectFrom('recurring_reports')
      .select('id')
      .where('user_id', '=', userId)
      .execute();
    if (stored.length >= maxRecurringReports) throw new TooManyRecurringReports();
    const nextAt = nextRun(scheduleOf(recurring), await zoneOf(transaction, organizationId), now);
    const { id } = await transaction
      .insertInto('recurring_reports')
      .values({
        ...{ organization_id: organizationId, user_id: userId, name, report_type: request.ReportType },
        ...{ request: JSON.stringify(request), period, day_of_month: dayOfMonth, weekday },
        ...{ next_at: new Date(nextAt), created_at: new Date(now) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'recurring-report.added', recordId: id, now },
      after: { name, type: request.ReportType, period, dayOfMonth, weekday },
    });
    return id;
  });
}

export async function listRecurring(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<StoredRecurringReport[]> {
  const { rows } = await sql<StoredRecurringReport>`
    select ${columns} from recurring_reports c
    where c.organization_id = ${organizationId} and c.user_id = ${userId}
    order by lower(c.name), c.id`.execute(db);
  return rows;
}

async function lockRecurring(transaction: Database, id: string): Promise<StoredRecurringReport | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<StoredRecurringReport>`
    select ${columns} from recurring_reports c where c.id = ${id} for update of c`.execute(transaction);
  return rows[0];
}

interface OwnRecurring {
  readonly organizationId: string;
  readonly userId: string;
  readonly id: string;
}

const isOf = (key: OwnRecurring, found: StoredRecurringReport | undefined): found is StoredRecurringReport =>
  found !== undefined && found.organizationId === key.organizationId && found.userId === key.userId;

/** Pauses a recurring report or lets it go on; returns its new revision, null when there is none. */
export function pauseRecurring(
  db: Database,
  actor: Actor,
  { revision, ...key }: OwnRecurring & { readonly revision: number },
  isPaused: boolean,
  now: number,
): Promise<number | null> {
  return db.transaction().execute(async (transaction) => {
    const found = await lockRecurring(transaction, key.id);
    if (!isOf(key, found)) return null;
    requireRevision(found, revision, { what: 'this recurring report' });
    const next = nextRevision(found, { isPaused });
    // What was due while it was paused is not made afterwards.
    const nextAt = isPaused
      ? null
      : nextRun(scheduleOf(found), await zoneOf(transaction, found.organizationId), now);
    await transaction
      .updateTable('recurring_reports')
      .set({ ...next, is_paused: isPaused, next_at: nextAt === null ? null : new Date(nextAt) })
      .where('id', '=', found.id)
      .execute();
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'recurring-report.changed', recordId: found.id, now },
      ...{ before: { isPaused: found.isPaused }, after: { isPaused } },
    });
    return next.revision;
  });
}

/** Ends a recurring report; what it made stays. False when there is none. */
export function removeRecurring(
  db: Database,
  actor: Actor,
  key: OwnRecurring,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const found = await lockRecurring(transaction, key.id);
    if (!isOf(key, found)) return false;
    await transaction.deleteFrom('recurring_reports').where('id', '=', found.id).execute();
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'recurring-report.deleted', recordId: found.id, now },
      before: { name: found.name, period: found.period },
    });
    return true;
  });
}

/** The recurring reports that are due at an instant, epoch ms. */
export async function dueRecurring(db: Database, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('recurring_reports')
    .select('id')
    .where('next_at', '<=', new Date(now))
    .orderBy('next_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Queues the reports that are due of a recurring report: each once, whichever and however many processes do this. One of
 * a person who may not have reports any more is paused. Returns how many were queued. No entry: nobody asked for it now.
 */
export function queueDue(db: Database, actor: Actor, id: string, now: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const found = await lockRecurring(transaction, id);
    if (!found || found.nextAt === null || found.nextAt.getTime() > now) return 0;
    const { organizationId, userId, name, request } = found;
    if (!(await mayStillReport(transaction, found))) {
      const paused = { ...nextRevision(found, { isPaused: true }), is_paused: true, next_at: null };
      await transaction.updateTable('recurring_reports').set(paused).where('id', '=', id).execute();
      return 0;
    }
    const schedule = scheduleOf(found);
    const zone = await zoneOf(transaction, organizationId);
    const { runs, nextAt } = dueRuns(schedule, zone, { nextAt: found.nextAt.getTime(), now });
    let queued = 0;
    for (const dueAt of runs) {
      const { startDate, endDate } = periodEndedAt(schedule, zone, dueAt);
      const report = { organizationId, userId, name: `${name} ${endDate}`, request, startDate, endDate };
      if ((await insertReport(transaction, actor, report, { now, recurring: { id, dueAt } })) !== null)
        queued += 1;
    }
    await transaction
      .updateTable('recurring_reports')
      .set({ next_at: new Date(nextAt) })
      .where('id', '=', id)
      .execute();
    return queued;
  });
}

async function mayStillReport(db: Database, { userId, reportType }: StoredRecurringReport): Promise<boolean> {
  const { rows } = await sql<{ role: string; withheld: string[] }>`
    select u.role, o.withheld_features as withheld from users u join organizations o on o.id = u.organization_id
    where u.id = ${userId} and u.is_active and u.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row || !isRole(row.role)) return false;
  const allowed = permissionsOf(row.role, row.withheld);
  return (
    allowed.includes('historical_report.access') &&
    (reportType === 0 || allowed.includes('historical_report.policy_delays.access'))
  );
}
