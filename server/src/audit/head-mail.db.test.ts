import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createSmtpMail } from '@allclear/adapters';
import { openStandInSmtp, readMail } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addSampleEntries } from '../../test/audit/audit-samples.ts';
import { log } from '../../test/count-job.ts';
import { freshStore } from '../../test/fresh-store.ts';
import { testSecrets } from '../../test/test-server.ts';
import type { Store } from '../platform/database/database.ts';
import { startJobs } from '../platform/jobs/start-jobs.ts';
import { headMailJob, queueHeadMail } from './head-mail.ts';
import { headsFileName, signHeads } from './sign-heads.ts';
import { headLine, type SignedHead, signHead } from './signed-head.ts';
import { openSigningKey } from './signing-key.ts';

let store: Store;
let folder: string;
let heads: SignedHead[];
beforeAll(async () => {
  store = await freshStore();
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-heads-'));
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
const key = () => openSigningKey({ db: store.db, secrets: testSecrets })();

it('heads are mailed as they stand in the file', async () => {
  const mail = await openStandInSmtp();
  const email = createSmtpMail({
    url: `smtp://127.0.0.1:${mail.port}`,
    from: 'Allclear <alerts@example.org>',
  });
  const job = headMailJob({ address: 'safe@example.org', email, url: 'http://localhost:8080' });
  const worker = startJobs({ url: store.url, jobs: [job], log });
  try {
    await addSampleEntries(store, 'a', 2);
    await addSampleEntries(store, 'b', 1);
    const listeners = new Set([queueHeadMail]);
    heads = await signHeads({ db: store.db, folder, key, listeners, wallNow: Date.now });
    await expect.poll(() => mail.mails.length, { timeout: 30_000, interval: 50 }).toBe(1);
    const [{ to, raw } = { to: [], raw: '' }] = mail.mails;
    expect(to).toEqual(['safe@example.org']);
    const text = readMail(raw).bodies.get('text/plain') ?? '';
    expect(heads).toHaveLength(2);
    for (const head of heads) expect(text).toContain(headLine(head));
  } finally {
    await worker.stop();
    await email.close?.();
    await mail.close();
  }
});

it('the command verifies a database, with heads and a key that were kept elsewhere', async () => {
  const command = async (...args: string[]) => {
    const script = new URL('../../../scripts/audit-verify.mjs', import.meta.url).pathname;
    const env = { ...process.env, DATABASE_URL: store.url, INIT_CWD: folder };
    try {
      return {
        code: 0,
        text: (await promisify(execFile)(process.execPath, [script, ...args], { env })).stdout,
      };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, text: stdout + stderr };
    }
  };
  const { publicKey } = await key();
  await writeFile(path.join(folder, 'public.pem'), publicKey.export({ format: 'pem', type: 'spki' }));
  expect(await command('--heads', path.join(folder, headsFileName), '--key', 'public.pem')).toEqual({
    ...{
      code: 0,
      text: expect.stringMatching(
        /^WHOLE {3}chain a: 2 entries .*2 signed heads fit\nWHOLE {3}chain b: 1 entries/,
      ),
    },
  });
  const [first] = heads as [SignedHead];
  await writeFile(
    path.join(folder, 'later.jsonl'),
    headLine(signHead(await key(), { ...first, sequence: 7 })),
  );
  expect(await command('--chain', 'a', '--heads', 'later.jsonl')).toMatchObject({
    ...{
      code: 1,
      text: expect.stringContaining('Entry 3 and those after it were removed: the chain had 7 entries.'),
    },
  });
  expect(await command('--chain', 'c')).toMatchObject({
    code: 2,
    text: expect.stringContaining('there is no chain c.'),
  });
});
