import assert from 'node:assert/strict';
import { createSmtpMail } from '@allclear/adapters';
import { openStandInSmtp, readMail } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { liveClock } from '../../src/platform/clock/clock.ts';
import { startJobs } from '../../src/platform/jobs/start-jobs.ts';
import { addPeople, eventually } from '../notified-people.ts';
import { addReportStation } from '../report-station.ts';
import { type KillCount, type KillRounds, organizationIsFree, runKilled } from './kill-rounds.ts';
import { reportJobs, reportStationId } from './report-context.ts';

const reportsPerRound = 6;
const mailsOfReport = 2;
/** Others ask in each round: nobody has many open reports. */
const people = 60;
/** So long the mail server takes for a mail: a kill is likely to meet one. */
const mailMs = 25;
/** Kills come so long after the beginning, ms: while reports are asked for, made and mailed. */
const killWithinMs = 1_500;

export interface ReportCount extends KillCount {
  /** Reports that were in the making or made when their process was killed, with mails left to be sent. */
  readonly between: number;
  readonly mailsShown: number;
  /** Mails that came again with a Message-ID that was there already. */
  readonly repeatsDropped: number;
}

/**
 * Kills a process that makes and mails reports. Each report that was asked for is made once, with all of its bytes, and
 * each person to whom it goes is shown one mail by a mail server that drops repeats.
 */
export async function killReports({ store, random, goesOn }: KillRounds): Promise<ReportCount> {
  const smtp = await openStandInSmtp({
    onRcptTo: (_address, _session, done) => void setTimeout(done, mailMs),
  });
  try {
    const { organizationId, userIds } = await addPeople(store.db, people);
    const begin = Date.parse('2026-04-01T00:00:00Z');
    await addReportStation(store.db, {
      ...{ organizationId, id: reportStationId, spans: [[begin, begin + 30 * 86_400_000]] },
    });
    let [kills, between] = [0, 0];
    while (goesOn(kills)) {
      kills += 1;
      const first = (kills * reportsPerRound) % people;
      const askers = userIds.slice(first, first + reportsPerRound).join();
      const args = [store.url, String(smtp.port), organizationId, `round-${kills}`, askers];
      await runKilled('reporting-process.ts', args, random() * killWithinMs);
      await organizationIsFree(store, organizationId);
      between += await requireWhole(store);
    }
    const asked = await finish(store, smtp.port);
    const shown = new Map(smtp.mails.map((mail) => [readMail(mail.raw).headers.get('message-id'), mail]));
    assert.equal(shown.size, asked * mailsOfReport, 'mails');
    return {
      ...{ kills, whole: asked, none: kills * reportsPerRound - asked, between, mailsShown: shown.size },
      repeatsDropped: smtp.mails.length - shown.size,
    };
  } finally {
    await smtp.close();
  }
}

/** Whatever is stored is whole: a report is done with its file and mails, or it has neither. Returns how many go on. */
async function requireWhole({ db }: KillRounds['store']): Promise<number> {
  const { rows } = await sql<{
    state: string;
    files: number;
    missing: number;
    mails: number;
    open: number;
    jobs: number;
  }>`
    select r.state, (select count(*)::int from report_files where report_id = r.id) as files,
      (select coalesce(sum(f.bytes - (select sum(coalesce(p.unzipped_bytes, length(p.bytes))) from report_pieces p where p.report_id = f.report_id)), 0)::int
        from report_files f where f.report_id = r.id) as missing,
      (select count(*)::int from report_mails where report_id = r.id) as mails,
      (select count(*)::int from report_mails where report_id = r.id and state = 'waiting') as open,
      (select count(*)::int from job_records j join report_mails m on j.payload->>'id' = m.id::text
        where m.report_id = r.id and j.name = 'mail-report') as jobs
    from reports r`.execute(db);
  for (const { state, files, missing, mails, jobs } of rows)
    assert.deepEqual(
      { files, missing, mails, jobs },
      state === 'done'
        ? { files: 1, missing: 0, mails: mailsOfReport, jobs: mailsOfReport }
        : { files: 0, missing: 0, mails: 0, jobs: 0 },
      state,
    );
  return rows.filter(({ state, open }) => state !== 'done' || open > 0).length;
}

/** Lets what is left be made and mailed; returns how many reports there are. */
async function finish(store: KillRounds['store'], port: number): Promise<number> {
  const jobs = startJobs({
    ...{ url: store.url, jobs: reportJobs(liveClock(), createSmtpMail, port) },
    log: pino({ level: 'silent' }),
  });
  try {
    await eventually(async () => {
      const { rows } = await sql`
        select 1 from reports where state <> 'done'
        union all select 1 from report_mails where state <> 'sent' limit 1`.execute(store.db);
      assert.equal(rows.length, 0);
    }, 180_000);
  } finally {
    await jobs.stop();
  }
  await requireWhole(store);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from reports`.execute(store.db);
  return rows[0]?.count ?? 0;
}
