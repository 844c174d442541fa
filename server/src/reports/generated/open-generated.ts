import type { Channels } from '../../notifications/index.ts';
import type { OpenSubject, Platform } from '../../platform/subject.ts';
import { reportedEvapotranspiration } from './evapotranspiration.ts';
import { mailReportJob } from './mail-report.ts';
import { makeReportJob } from './make-report.ts';
import { recurringLoop } from './recurring-loop.ts';
import { reportRoutes } from './reports.routes.ts';
import { dropReportsBefore, reportKeptMs } from './reports.store.ts';

/** Reports that are made in the background, kept and mailed. */
export function openGeneratedReports(
  { db, clock, log }: Platform,
  { channels: { adapters, url } }: { channels: Pick<Channels, 'adapters' | 'url'> },
) {
  return {
    routes: (app) => reportRoutes(app, { db, clock }),
    loops: [recurringLoop({ db, clock, log })],
    jobs: [
      makeReportJob({ clock, evapotranspiration: reportedEvapotranspiration }),
      mailReportJob({ email: adapters.email, url, clock }),
    ],
    retention: [{ table: 'reports', keepMs: reportKeptMs, dropBefore: dropReportsBefore }],
  } satisfies Omit<OpenSubject<undefined>, 'api'>;
}
