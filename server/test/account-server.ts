import type { TxtResolver } from '@allclear/adapters';
import { openStandInSmtp, readMail, type StandInSmtp } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import type { Role } from '@allclear/domain';
import { expect } from 'vitest';
import { hashPassword } from '../src/identity/passwords/passwords.ts';
import { startJobs } from '../src/platform/jobs/start-jobs.ts';
import type { BaseSettings } from '../src/platform/settings/base-settings.ts';
import { freePort } from './run-server.ts';
import { openTestServer, type TestServer, testChannels } from './test-server.ts';

export const password = 'a storm over the bay';

export interface AccountServer {
  readonly server: TestServer;
  readonly url: string;
  readonly mail: StandInSmtp;
  readonly organizationId: string;
  /** Adds a person of the organization; without a password the person was never invited. */
  person(role: Role, more?: { password?: null; activated?: boolean }): Promise<{ id: string; email: string }>;
  /** Waits for the mails to an address, so many as there should be, and gives their texts. */
  mailsTo(email: string, count: number): Promise<string[]>;
  /** Waits until no mail is left to be sent. */
  mailIsDone(): Promise<void>;
  close(): Promise<void>;
}

/** The real server on a port, with jobs that send real mail to a mail server of the test. */
export async function openAccountServer(
  settings: Partial<BaseSettings> = {},
  { hasMail = true, dns }: { hasMail?: boolean; dns?: TxtResolver } = {},
): Promise<AccountServer> {
  const port = settings.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const mail = await openStandInSmtp();
  const smtp = { url: `smtp://127.0.0.1:${mail.port}`, from: 'Allclear <alerts@example.org>' };
  const server = await openTestServer(testChannels(hasMail ? { smtp } : {}), {
    settings: { url, port, ...settings },
    ...(dns ? { overrides: { people: { feeds: dns } } } : {}),
  });
  await server.app.listen({ host: 'localhost', port });
  const worker = startJobs({ url: server.store.url, jobs: server.subjects.jobs, log: server.platform.log });
  const { organizationId } = await server.organization('Bay Schools');
  const passwordHash = await hashPassword(password);
  let people = 0;
  const queuedMails = async () => {
    const { db } = server.store;
    return (await db.selectFrom('account_mails').select('id').where('ended_at', 'is', null).execute()).length;
  };
  return {
    server,
    url,
    mail,
    organizationId,
    async person(role, { password: given, activated = true } = {}) {
      people += 1;
      const email = `person-${people}@bay.example`;
      const row = {
        ...{ organization_id: organizationId, email, user_name: email, role },
        ...{ first_name: 'Ada', last_name: 'Bayward', created_at: new Date() },
        password_hash: given === null ? null : passwordHash,
        activated_at: activated ? new Date() : null,
      };
      const { id } = await server.store.db
        .insertInto('users')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, email };
    },
    async mailsTo(email, count) {
      const found = () =>
        mail.mails
          .filter(({ to }) => to.includes(email))
          .map(({ raw }) => readMail(raw).bodies.get('text/plain') ?? '');
      // What is still queued is waited for, so that the count does not depend on when it is read.
      const now = async () => ({ queued: await queuedMails(), sent: found().length });
      await expect.poll(now, { timeout: 30_000, interval: 50 }).toEqual({ queued: 0, sent: count });
      return found();
    },
    async mailIsDone() {
      await expect.poll(queuedMails, { timeout: 30_000, interval: 50 }).toBe(0);
    },
    async close() {
      await worker.stop();
      await server.close();
      await mail.close();
    },
  };
}

/** The link of a mail, and its token. */
export function linkOf(text: string): { link: string; token: string } {
  const [link = '', token = ''] = /https?:\S+\/identity\/account-link#(\S+)/.exec(text) ?? [];
  return { link, token };
}
