import type { Readable } from 'node:stream';
import { type ExportInterval, exportConditionSnapshots, exportStationRecord } from '@allclear/contract';
import { localDaysBetween } from '@allclear/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type CopyOut, TooManyCopies } from '../../platform/database/copy-out.store.ts';
import { invalid, unavailable } from '../../platform/http/errors.ts';
import { type Principal, StreamAnswer, serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/subject.ts';
import { type LocalRange, localRange } from '../local-range.ts';
import { stationOfCaller } from '../readable-station.ts';
import { downloadHeader } from './file-name.ts';
import { recordCsv } from './record-csv.store.ts';
import { snapshotsCsv } from './snapshots-csv.store.ts';

type Context = Pick<Platform, 'db' | 'clock'> & { readonly copies: CopyOut };
type Asked = Awaited<ReturnType<typeof stationOfCaller>>;

/** The record of a station as a file, for everybody who may read of the station. */
export function exportRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, copies } = context;
  serve(app, exportConditionSnapshots, async ({ principal, params, query, reply }) => {
    const station = await stationOfCaller(db, principal, params.weatherStationId);
    const range = localRange(query, station.timeZone, 'ConditionSnapshots');
    return download(context, { principal, reply, station, range, interval: 'ConditionSnapshots' }, () =>
      snapshotsCsv(copies, {
        ...{ organizationId: principal.organizationId, stationId: station.id, timeZone: station.timeZone },
        ...{ from: range.first.from, until: range.last.until },
      }),
    );
  });

  serve(app, exportStationRecord, async ({ principal, params, query, reply }) => {
    const interval = intervalOf(params.interval);
    const station = await stationOfCaller(db, principal, params.weatherStationId);
    const range = localRange(query, station.timeZone, interval);
    const from = range.first.from;
    // What has not begun has no row.
    const until = Math.max(from, Math.min(range.last.until, clock.now()));
    const stretches =
      interval === 'Hourly'
        ? ({ kind: 'hours', from, until } as const)
        : ({ kind: 'days', days: localDaysBetween(from, until, station.timeZone) } as const);
    const of = { stationId: station.id, timeZone: station.timeZone, rainFactor: station.rainFactor };
    return download(context, { principal, reply, station, range, interval }, () =>
      recordCsv(copies, of, stretches),
    );
  });
}

/** Paths are matched without regard to case, so are their parameters. */
function intervalOf(text: string): 'Daily' | 'Hourly' {
  switch (text.toLowerCase()) {
    case 'daily':
      return 'Daily';
    case 'hourly':
      return 'Hourly';
    default:
      throw invalid({ Interval: ['Invalid report interval. You must select Daily or Hourly.'] });
  }
}

/** Begins a file and leaves its entry in the audit: neither is there without the other. */
async function download(
  { db, clock }: Context,
  asked: {
    principal: Principal;
    reply: FastifyReply;
    station: Asked;
    range: LocalRange;
    interval: ExportInterval;
  },
  begin: () => Promise<Readable>,
): Promise<StreamAnswer> {
  const { principal, reply, station, range, interval } = asked;
  const file = await begin().catch((error: unknown) => {
    if (error instanceof TooManyCopies)
      throw unavailable('Too many files are being downloaded. Please try again in a moment.');
    throw error;
  });
  try {
    await db.transaction().execute((transaction) =>
      appendAudit(transaction, actorOf(principal), {
        ...{ chain: principal.organizationId, action: 'station-record.exported', recordId: station.id },
        ...{ now: clock.now(), after: { interval, startDate: range.first.day, endDate: range.last.day } },
      }),
    );
  } catch (error) {
    file.destroy();
    throw error;
  }
  reply.header('content-disposition', downloadHeader(station.name, 'csv'));
  return new StreamAnswer(file, 'text/csv; charset=utf-8; header=present');
}
