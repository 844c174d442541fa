import { flushCompileCache } from 'node:module';
import { createSmtpMail } from '@allclear/adapters';
import pino from 'pino';
import { liveClock } from '../../src/platform/clock/clock.ts';
import { openStore } from '../../src/platform/database/database.ts';
import { startJobs } from '../../src/platform/jobs/start-jobs.ts';
import { requestReport, TooManyReports } from '../../src/reports/generated/reports.store.ts';
import { testActor } from '../actor.ts';
import { reportJobs, reportOf } from './report-context.ts';

/**
 * A process that asks for reports one after the other, makes and mails them: its arguments are the database, the port of
 * the mail server, the organization, the name of the round and the ids of the people, each of whom asks for one.
 */
const [, , url = '', port = '', organizationId = '', round = '', people = ''] = process.argv;
const { db } = openStore(url, { onError: () => {} });
const clock = liveClock();
startJobs({ url, jobs: reportJobs(clock, createSmtpMail, Number(port)), log: pino({ level: 'silent' }) });
flushCompileCache();
process.send?.('begun');
const ids = people.split(',');
for (const [index, userId] of ids.entries()) {
  const report = reportOf({ organizationId, userId, round, recipient: ids[(index + 1) % ids.length] ?? '' });
  // Reports of killed processes are open until others have taken them over.
  const isAsked = () =>
    requestReport(db, testActor, report, clock.now()).then(
      () => true,
      (error: unknown) => {
        if (error instanceof TooManyReports) return false;
        throw error;
      },
    );
  while (!(await isAsked())) await new Promise((resolve) => setTimeout(resolve, 50));
}
process.send?.('done');
// Reports are made and mailed until it is killed.
