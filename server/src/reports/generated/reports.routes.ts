import {
  cancelReport as cancelRoute,
  changeRecurringReport,
  deleteRecurringReport,
  deleteReport,
  downloadReport,
  generateReport,
  getReport,
  listRecurringReports,
  listReports,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiError, conflict, notFound } from '../../platform/http/errors.ts';
import { type Principal, StreamAnswer, serve } from '../../platform/http/serve.ts';
import { checkedRequest } from './checked-request.ts';
import { contentTypes } from './mail-report.ts';
import { presentRecurring, presentReport } from './present-report.ts';
import {
  insertRecurring,
  listRecurring,
  maxRecurringReports,
  pauseRecurring,
  removeRecurring,
  TooManyRecurringReports,
} from './recurring.store.ts';
import { findFile, readFile } from './report-files.store.ts';
import {
  cancelReport,
  maxOpenReports,
  readReports,
  removeReport,
  requestReport,
  TooManyReports,
} from './reports.store.ts';

export interface ReportRoutesNeeds {
  readonly db: Database;
  readonly clock: Clock;
}

const keyOf = ({ organizationId, userId }: Principal, id: string) => ({ organizationId, userId, id });

/** Reports that are made in the background (spec 3 section 2.4). */
export function reportRoutes(app: FastifyInstance, needs: ReportRoutesNeeds): void {
  const { db, clock } = needs;
  generating(app, needs);
  serve(app, listReports, async ({ principal }) =>
    (await readReports(db, principal, clock.now())).map(presentReport),
  );
  serve(app, getReport, async ({ principal, params }) => {
    const [report] = await readReports(db, keyOf(principal, params.id), clock.now());
    if (!report) throw notFound('The report');
    return presentReport(report);
  });
  serve(app, cancelRoute, async ({ principal, params }) => {
    const canceled = await cancelReport(db, actorOf(principal), keyOf(principal, params.id), clock.now());
    if (canceled === undefined) throw notFound('The report');
    if (!canceled) throw conflict('The report is not being made any more.');
    return { id: params.id, message: 'Report canceled' };
  });
  serve(app, deleteReport, async ({ principal, params }) => {
    if (!(await removeReport(db, actorOf(principal), keyOf(principal, params.id), clock.now())))
      throw notFound('The report');
    return { id: params.id, message: 'Report deleted' };
  });
  serve(app, downloadReport, async ({ principal, params, query: { format }, reply }) => {
    const file = await findFile(db, { ...keyOf(principal, params.id), format }, clock.now());
    if (!file) throw notFound('The report');
    reply.header('content-disposition', attachment(file.name));
    reply.header('content-length', file.bytes);
    return new StreamAnswer(readFile(db, file), contentTypes[format]);
  });
  recurringRoutes(app, needs);
}

function generating(app: FastifyInstance, { db, clock }: ReportRoutesNeeds): void {
  serve(app, generateReport, async ({ principal, body, reply }) => {
    const now = clock.now();
    const request = await checkedRequest(db, principal, body, now);
    const { organizationId, userId } = principal;
    const owner = { organizationId, userId, name: request.Name, request };
    reply.code(202);
    const { Recurring, HardwareFilters, LocationFilters } = request;
    if (Recurring) {
      const { recurringPeriod: period, dayOfMonth = null, weekday = null } = Recurring;
      const id = await insertRecurring(
        db,
        actorOf(principal),
        {
          ...{ ...owner, period },
          ...{
            dayOfMonth: period === 'MONTH' ? dayOfMonth : null,
            weekday: period === 'WEEK' ? weekday : null,
          },
        },
        now,
      ).catch((error: unknown) => {
        if (error instanceof TooManyRecurringReports)
          throw conflict(`You can have at most ${maxRecurringReports} recurring reports.`);
        throw error;
      });
      return { id, isRecurring: true, message: 'The report will be made at 06:00 after each period.' };
    }
    const filter = (HardwareFilters ?? LocationFilters)?.TimeFilter;
    const [startDate, endDate] = [filter?.StartDate ?? '', filter?.EndDate ?? ''];
    const id = await requestReport(db, actorOf(principal), { ...owner, startDate, endDate }, now).catch(
      (error: unknown) => {
        if (error instanceof TooManyReports)
          throw new ApiError(
            429,
            'too-many-requests',
            `${maxOpenReports} of your reports are being made. Ask again when one of them is done.`,
          );
        throw error;
      },
    );
    return { id, isRecurring: false, message: 'The report is being made. It will be emailed.' };
  });
}

function recurringRoutes(app: FastifyInstance, { db, clock }: ReportRoutesNeeds): void {
  serve(app, listRecurringReports, async ({ principal }) =>
    (await listRecurring(db, principal)).map(presentRecurring),
  );
  serve(app, changeRecurringReport, async ({ principal, params, body: { isPaused, revision } }) => {
    const key = { ...keyOf(principal, params.id), revision };
    const next = await pauseRecurring(db, actorOf(principal), key, isPaused, clock.now());
    if (next === null) throw notFound('The recurring report');
    const message = isPaused ? 'Recurring report paused' : 'Recurring report goes on';
    return { id: params.id, revision: next, message };
  });
  serve(app, deleteRecurringReport, async ({ principal, params }) => {
    if (!(await removeRecurring(db, actorOf(principal), keyOf(principal, params.id), clock.now())))
      throw notFound('The recurring report');
    return { id: params.id, message: 'Recurring report deleted' };
  });
}

/** RFC 6266: a plain name for old clients, and the whole name. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
