import assert from 'node:assert/strict';
import { openStandInSmtp, readMail } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { hashOfToken } from '../../src/identity/account-links/account-links.ts';
import { startJobs } from '../../src/platform/jobs/start-jobs.ts';
import { addPeople, eventually } from '../notified-people.ts';
import { mailJob } from './kill-context.ts';
import {
  type KillCount,
  type KillRounds,
  organizationIsFree,
  runKilled,
  runUntilDone,
} from './kill-rounds.ts';

const peoplePerRound = 40;
/** So long the mail server takes for a mail: a kill is likely to meet one. */
const mailMs = 15;

export interface InvitationCount extends KillCount {
  readonly mailsShown: number;
  /** Mails that came again with a Message-ID that was there already. */
  readonly repeatsDropped: number;
}

/**
 * Kills a process that invites people and sends their mails. Each person is added with link and mail, or not at
 * all. Somebody who was added is shown one mail, whose link works, by a mail server that drops repeats.
 */
export async function killInvitations({ store, random, goesOn }: KillRounds): Promise<InvitationCount> {
  const smtp = await openStandInSmtp({
    onRcptTo: (_address, _session, done) => void setTimeout(done, mailMs),
  });
  try {
    const { organizationId } = await addPeople(store.db, 0);
    const argsOf = (round: string) => [
      ...[store.url, String(smtp.port), organizationId, round, String(peoplePerRound)],
    ];
    const wholeMs = await runUntilDone('inviting-process.ts', argsOf('round-0'));
    let invited = await requireWhole(store, 'round-0');
    assert.equal(invited, peoplePerRound);
    let [kills, whole] = [0, 0];
    while (goesOn(kills)) {
      kills += 1;
      const round = `round-${kills}`;
      // Some kills meet the mails of people who were all added.
      await runKilled('inviting-process.ts', argsOf(round), random() * 1.5 * wholeMs);
      await organizationIsFree(store, organizationId);
      const added = await requireWhole(store, round);
      whole += added;
      invited += added;
    }
    const repeatsDropped = await requireMails(store, smtp, invited);
    return { kills, whole, none: kills * peoplePerRound - whole, mailsShown: invited, repeatsDropped };
  } finally {
    await smtp.close();
  }
}

/** How many people of a round were added; each has one link, one mail, and one job that sends it. */
async function requireWhole({ db }: KillRounds['store'], round: string): Promise<number> {
  const { rows } = await sql<{ links: number; mails: number; jobs: number }>`
    select (select count(*)::int from account_links where user_id = u.id) as links,
      (select count(*)::int from account_mails where user_id = u.id) as mails,
      (select count(*)::int from job_records j join account_mails m on j.payload->>'id' = m.id::text
        where m.user_id = u.id and j.name = 'send-account-mail') as jobs
    from users u where u.first_name = ${round}`.execute(db);
  for (const row of rows) assert.deepEqual(row, { links: 1, mails: 1, jobs: 1 }, round);
  return rows.length;
}

/** Lets the mails that are left be sent, and returns how many came twice. */
async function requireMails(
  { db, url }: KillRounds['store'],
  { port, mails }: Awaited<ReturnType<typeof openStandInSmtp>>,
  invited: number,
): Promise<number> {
  const jobs = startJobs({ url, jobs: [mailJob(port)], log: pino({ level: 'silent' }) });
  try {
    await eventually(async () => {
      const { rows } = await sql`select 1 from account_mails where ended_at is null limit 1`.execute(db);
      assert.equal(rows.length, 0);
    }, 180_000);
  } finally {
    await jobs.stop();
  }
  const shown = new Map(mails.map((mail) => [readMail(mail.raw).headers.get('message-id'), mail]));
  assert.equal(shown.size, invited);
  assert.equal(new Set([...shown.values()].map(({ to }) => to.join())).size, invited);
  const { rows } = await sql<{ hash: Buffer; email: string }>`
    select hash, email from account_links where used_at is null`.execute(db);
  const addresses = new Map(rows.map(({ hash, email }) => [hash.toString('hex'), email]));
  // A repeat is the same mail: whichever of them the mail server shows, its link works.
  for (const { raw, to } of mails) {
    const token =
      /\/identity\/account-link#(\S+)/.exec(readMail(raw).bodies.get('text/plain') ?? '')?.[1] ?? '';
    assert.equal(addresses.get(hashOfToken(token).toString('hex')), to.join());
  }
  return mails.length - shown.size;
}
