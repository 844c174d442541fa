import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installationChain } from '@allclear/domain';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addSampleEntries } from '../../test/audit/audit-samples.ts';
import { freshStore } from '../../test/fresh-store.ts';
import { addPeople } from '../../test/notified-people.ts';
import { testSecrets } from '../../test/test-server.ts';
import type { Store } from '../platform/database/database.ts';
import { createSecretBox } from '../platform/secrets/secret-box.ts';
import { openChainChecks } from './chain-checks.ts';
import { queueHeadMail } from './head-mail.ts';
import { sendHeadEvents } from './head-webhook.ts';
import {
  type HeadSigning,
  headSigningLoop,
  headsFileName,
  lastSigningTime,
  signHeads,
} from './sign-heads.ts';
import { headLine, isHeadSigned, type SignedHead } from './signed-head.ts';
import { openSigningKey } from './signing-key.ts';
import { readHeads } from './store.ts';
import { verifyStoredChains } from './verify-store.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 5, 6, 20);
const log = pino({ level: 'silent' });
const folders: string[] = [];

let store: Store;
let folder: string;
let now: number;
let signing: HeadSigning;
let heard: SignedHead[][];
beforeEach(async () => {
  store = await freshStore();
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-heads-'));
  folders.push(folder);
  now = start;
  heard = [];
  const key = openSigningKey({ db: store.db, secrets: testSecrets });
  const listener = async (_transaction: unknown, heads: readonly SignedHead[]) => void heard.push([...heads]);
  signing = { db: store.db, folder, key, listeners: new Set([listener]), wallNow: () => now };
});
afterEach(() => store.close());
afterAll(async () => {
  for (const one of folders) await rm(one, { recursive: true, force: true });
});

const sequences = async (chain = 'a') => (await readHeads(store.db, chain)).map(({ sequence }) => sequence);
const fileLines = async () =>
  (await readFile(path.join(folder, headsFileName), 'utf8')).trimEnd().split('\n');

describe('signed heads', () => {
  it('are stored, written to the file and told of, for chains with new entries', async () => {
    await addSampleEntries(store, 'a', 3);
    await addSampleEntries(store, 'b', 2);
    const heads = await signHeads(signing);
    expect(heads.map(({ chain, sequence }) => [chain, sequence])).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
    expect(heard).toEqual([heads]);
    expect(await fileLines()).toEqual(heads.map(headLine));
    const key = await signing.key();
    for (const head of await readHeads(store.db, 'a')) expect(isHeadSigned(key, head)).toBe(true);
    expect(await signHeads(signing)).toEqual([]);
    await addSampleEntries(store, 'b', 1);
    await signHeads(signing);
    expect(await sequences('b')).toEqual([2, 3]);
    expect(await fileLines()).toHaveLength(3);
  });

  it('are sent to the webhooks of their organization', async () => {
    const { organizationId: id } = await addPeople(store.db, 0);
    await store.db
      .insertInto('webhooks')
      .values({
        ...{
          organization_id: id,
          url: 'https://hooks.example/',
          secret: 'whsec_AAAA',
          kinds: ['audit.head'],
        },
        ...{ name: 'Archive', created_at: new Date(start) },
      })
      .execute();
    await addSampleEntries(store, id, 2);
    await addSampleEntries(store, installationChain, 1);
    const heads = await signHeads({ ...signing, listeners: new Set([sendHeadEvents(() => start)]) });
    const events = await store.db.selectFrom('webhook_events').selectAll().execute();
    expect(events).toMatchObject([
      {
        ...{ organization_id: id, kind: 'audit.head', organization_location_ids: [] },
        data: { head: heads.find(({ chain }) => chain === id) },
      },
    ]);
  });

  it('are neither stored nor queued when the file cannot be written', async () => {
    await addSampleEntries(store, 'a', 1);
    const broken = { ...signing, folder: path.join(folder, 'nowhere'), listeners: new Set([queueHeadMail]) };
    await expect(signHeads(broken)).rejects.toThrow('ENOENT');
    expect(await sequences()).toEqual([]);
    const jobs = () => store.db.selectFrom('job_records').select('name').execute();
    expect(await jobs()).toEqual([]);
    await signHeads({ ...broken, folder });
    expect(await jobs()).toEqual([{ name: 'mail-audit-heads' }]);
  });

  it('are signed once by two that sign at once', async () => {
    await addSampleEntries(store, 'a', 2);
    await Promise.all([signHeads(signing), signHeads(signing), signHeads(signing)]);
    expect(await sequences()).toEqual([2]);
    expect(await fileLines()).toHaveLength(1);
  });

  it('cannot be changed by the role of the product', async () => {
    await addSampleEntries(store, 'a', 1);
    await signHeads(signing);
    for (const statement of [sql`update audit_heads set hash = ''`, sql`delete from audit_heads`])
      await expect(statement.execute(store.db)).rejects.toMatchObject({ code: '42501' });
  });

  it('have one key for all processes, which only the secret key opens', async () => {
    const other = openSigningKey({ db: store.db, secrets: testSecrets });
    expect((await other()).publicHex).toBe((await signing.key()).publicHex);
    const stranger = openSigningKey({ db: store.db, secrets: createSecretBox(Buffer.alloc(32, 9)) });
    await expect(stranger()).rejects.toThrow('sealed with the key');
  });
});

describe('the time to sign', () => {
  it.each([
    ['2026-06-06T00:04:59.999Z', '2026-06-05T00:05:00.000Z'],
    ['2026-06-06T00:05:00.000Z', '2026-06-06T00:05:00.000Z'],
    ['2026-06-06T23:59:00.000Z', '2026-06-06T00:05:00.000Z'],
  ])('before %s was %s', (at, due) => {
    expect(new Date(lastSigningTime(Date.parse(at))).toISOString()).toBe(due);
  });

  it('is each day, at the start where one was missed, and at the stop', async () => {
    const stop = new AbortController();
    /** What happens in the rests of the loop, one after another. */
    const rests = [
      async () => expect(await sequences()).toEqual([1]),
      async () => {
        await addSampleEntries(store, 'a', 1);
        now += 60_000;
      },
      // The same day still.
      async () => expect(await sequences()).toEqual([1]),
      async () => {
        now += dayMs;
      },
      async () => expect(await sequences()).toEqual([1, 2]),
      async () => {
        await addSampleEntries(store, 'a', 1);
        stop.abort();
      },
    ];
    await addSampleEntries(store, 'a', 1);
    const loop = headSigningLoop(signing, { log, sleep: async () => rests.shift()?.() });
    await loop.run(stop.signal);
    expect(rests).toEqual([]);
    expect(await sequences()).toEqual([1, 2, 3]);
  });

  it('is not at a start on the same day', async () => {
    await addSampleEntries(store, 'a', 1);
    await signHeads(signing);
    await addSampleEntries(store, 'a', 1);
    const stop = new AbortController();
    const seen: number[][] = [];
    const sleep = async () => {
      seen.push(await sequences());
      stop.abort();
    };
    await headSigningLoop(signing, { log, sleep }).run(stop.signal);
    expect(seen).toEqual([[1]]);
  });
});

describe('the check of a stored chain', () => {
  /** As the owner of the tables: what a thief of the database could do. */
  const tamper = (statement: string) =>
    store.pool.query(
      `alter table audit_entries disable trigger all; grant update, delete on audit_entries to current_user; ${statement}`,
    );
  const faults = async () => {
    const found: [string, number | null, string][] = [];
    for await (const { chain, fault } of verifyStoredChains(store.db, {}))
      found.push([chain, fault?.sequence ?? null, fault?.what ?? '']);
    return found;
  };

  beforeEach(async () => {
    await addSampleEntries(store, 'a', 12);
    await signHeads(signing);
    await addSampleEntries(store, 'a', 3);
    await addSampleEntries(store, 'b', 2);
  });

  it('finds all whole', async () => {
    expect(await faults()).toEqual([
      ['a', null, ''],
      ['b', null, ''],
    ]);
  });

  it.each([
    [
      `update audit_entries set body = replace(body, '"r-1"', '"r-9"') where chain = 'a' and sequence = 5`,
      5,
      'Entry 5 was changed: its hash is another one.',
    ],
    [
      `delete from audit_entries where chain = 'a' and sequence = 5`,
      5,
      'Entry 5 was removed: entry 6 follows entry 4.',
    ],
    [
      `delete from audit_entries where chain = 'a' and sequence > 13`,
      14,
      'Entry 14 and those after it were removed: the chain had 15 entries.',
    ],
    [
      `delete from audit_entries where chain = 'a' and sequence > 9; update audit_chains set sequence = 9, hash = (select hash from audit_entries where chain = 'a' and sequence = 9) where chain = 'a'`,
      10,
      'Entry 10 and those after it were removed: the chain had 12 entries.',
    ],
    [
      `update audit_entries set action = 'policy.deleted' where chain = 'a' and sequence = 5`,
      5,
      'The columns by which entry 5 is searched were changed.',
    ],
    [
      `insert into audit_entries select chain, 16, hash, body, at, actor_id, action, record_id from audit_entries where chain = 'a' and sequence = 5`,
      16,
      'Entry 16 was inserted behind the end of the chain.',
    ],
    [
      `update audit_entries set body = other.body, hash = other.hash from audit_entries other where audit_entries.chain = 'a' and audit_entries.sequence = 5 and other.chain = 'b' and other.sequence = 1`,
      5,
      'Entry 1 of chain b was moved to the place of entry 5.',
    ],
  ])('%s: it names the entry', async (statement, sequence, what) => {
    await tamper(statement);
    expect(await faults()).toEqual([
      ['a', sequence, what],
      ['b', null, ''],
    ]);
  });

  it('of the page reads what was added, and everything once a day', async () => {
    const checks = openChainChecks(store.db, signing.key, { now: () => now, waitMs: 10_000 });
    const check = async () => {
      const { isWhole, throughSequence, wholeCheckedAt, firstFault } = await checks.check('a');
      return [isWhole, throughSequence, wholeCheckedAt, firstFault?.sequence ?? null];
    };
    const first = new Date(now).toISOString();
    expect(await check()).toEqual([true, 15, first, null]);
    now += 60_000;
    await addSampleEntries(store, 'a', 1);
    expect(await check()).toEqual([true, 16, first, null]);
    await tamper(`update audit_entries set body = body || ' ' where chain = 'a' and sequence = 5`);
    expect(await check()).toEqual([true, 16, first, null]);
    now += dayMs;
    expect(await check()).toEqual([false, 4, new Date(now).toISOString(), 5]);
    await addSampleEntries(store, 'a', 1);
    expect((await check())[0]).toBe(false);
  });

  it('of the page notices at once that what it had verified is gone', async () => {
    const checks = openChainChecks(store.db, signing.key, { now: () => now, waitMs: 10_000 });
    await checks.check('a');
    await tamper(`delete from audit_entries where chain = 'a' and sequence = 15`);
    expect(await checks.check('a')).toMatchObject({
      ...{
        isWhole: false,
        firstFault: { sequence: 15, what: 'Entry 15 was removed after it had been verified.' },
      },
    });
  });

  it('of the page does not call whole what it has not read yet', async () => {
    const checks = openChainChecks(store.db, signing.key, { waitMs: 0 });
    expect(await checks.check('a')).toMatchObject({
      isWhole: null,
      throughSequence: 0,
      wholeCheckedAt: null,
    });
    await expect.poll(async () => (await checks.check('a')).isWhole).toBe(true);
  });
});
