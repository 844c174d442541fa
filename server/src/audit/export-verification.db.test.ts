import { execFile } from 'node:child_process';
import { generateKeyPairSync, hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSampleEntries, sampleUserId } from '../../test/audit/audit-samples.ts';
import { firstWrongLine } from '../../test/audit/second-verifier.ts';
import { freshStore } from '../../test/fresh-store.ts';
import type { Store } from '../platform/database/database.ts';
import { exportJsonLines } from './export-lines.ts';
import { signHeads } from './sign-heads.ts';
import { headLine, type SignedHead, signHead, signingKeyOf } from './signed-head.ts';
import { readChainHead, readHeads } from './store.ts';

interface Report {
  readonly entries: number;
  readonly heads: number;
  readonly fault: { readonly line: number; readonly sequence: number; readonly what: string } | null;
}
const script = new URL('../../../scripts/audit-verify.mjs', import.meta.url);
const verifier: {
  verifyExport(chunks: Iterable<Buffer>, given?: { heads?: readonly object[] }): Promise<Report>;
} = await import(script.href);
const run = promisify(execFile);

const entryCount = 40;
const newKey = () =>
  signingKeyOf(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
const key = newKey();
let store: Store;
let folder: string;
let whole: Buffer;
/** For many rounds. */
let short: Buffer;

beforeAll(async () => {
  store = await freshStore();
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-audit-'));
  const sign = () =>
    signHeads({ db: store.db, folder, key: async () => key, listeners: new Set(), wallNow: Date.now });
  await addSampleEntries(store, 'sample', 25);
  await addSampleEntries(store, 'short', 8);
  await sign();
  await addSampleEntries(store, 'short', 3);
  await addSampleEntries(store, 'sample', entryCount - 25);
  await addSampleEntries(store, 'other', 3);
  await sign();
  await store.db
    .deleteFrom('audit_values')
    .where('user_id', '=', sampleUserId)
    .where('value', 'like', '%-3@%')
    .execute();
  whole = await exported('sample');
  short = await exported('short');
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function exported(chain: string): Promise<Buffer> {
  const head = await readChainHead(store.db, chain);
  let text = '';
  for await (const part of exportJsonLines(store.db, head, { key, now: Date.now() })) text += part;
  return Buffer.from(text);
}

const faultOf = async (file: Buffer, heads: readonly object[] = []) =>
  (await verifier.verifyExport([file], { heads })).fault;
const lines = (file = whole) => file.toString('latin1').split(/(?<=\n)/);
const joined = (parts: readonly string[]) => Buffer.from(parts.join(''), 'latin1');

describe('two verifiers, the second written from docs/audit.md alone,', () => {
  it('find an export whole, however it is cut into chunks', async () => {
    expect(await verifier.verifyExport([whole])).toMatchObject({
      entries: entryCount,
      heads: 2,
      fault: null,
    });
    const chunks = Array.from({ length: Math.ceil(whole.length / 7) }, (_, n) =>
      whole.subarray(n * 7, n * 7 + 7),
    );
    expect(await verifier.verifyExport(chunks)).toMatchObject({ entries: entryCount, fault: null });
    expect(firstWrongLine(whole)).toBeNull();
    expect(whole.toString()).toContain(':null');
  });

  it('find 10,000 changes of a byte, removals, swaps and insertions, and name the first line that differs', async () => {
    const random = randomFrom(16);
    const original = lines(short);
    for (let round = 0; round < 10_000; round += 1) {
      const changed = changedFile(random, original, round);
      const after = lines(changed);
      const expected = 1 + original.findIndex((line, index) => line !== after[index]);
      const wrong = expected === 0 ? original.length + 1 : expected;
      const fault = await faultOf(changed);
      if (fault?.line !== wrong || firstWrongLine(changed) !== wrong)
        throw new Error(`round ${round}: line ${wrong}, named ${fault?.line} and ${firstWrongLine(changed)}`);
      if (wrong > 1 && fault.sequence !== wrong - 1)
        throw new Error(`round ${round}: entry ${fault.sequence}`);
    }
  }, 180_000);
});

/** The generator mulberry32: 0 up to, not including, `below`. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function changedFile(random: (below: number) => number, original: readonly string[], round: number): Buffer {
  const at = random(original.length);
  const other = (at + 1 + random(original.length - 1)) % original.length;
  const line = original[at] ?? '';
  switch (round % 6) {
    case 0: {
      const file = Buffer.from(short);
      const byte = random(file.length);
      file[byte] = (file[byte] ?? 0) ^ (1 + random(255));
      return file;
    }
    case 1: {
      const byte = random(short.length);
      return Buffer.concat([short.subarray(0, byte), short.subarray(byte + 1)]);
    }
    case 2: {
      const byte = random(short.length + 1);
      return Buffer.concat([short.subarray(0, byte), Buffer.of(random(256)), short.subarray(byte)]);
    }
    case 3:
      return joined(original.toSpliced(at, 1));
    case 4:
      return joined(original.with(at, original[other] ?? '').with(other, line));
    default:
      return joined(original.toSpliced(random(original.length + 1), 0, line));
  }
}

describe('the verifier says', () => {
  const body = (line: string) => line.slice(9, line.lastIndexOf(',"hash":"', line.lastIndexOf(',"values":')));
  /** The entry of a line changed, and its hash made anew. */
  const forged = (line: string, change: (text: string) => string) => {
    const text = change(body(line));
    const tail = line.slice(line.lastIndexOf(',"values":'));
    return `{"entry":${text},"hash":"${hash('sha256', Buffer.from(text, 'latin1'))}"${tail}`;
  };

  it.each<[string, (file: string[]) => string[], number, string]>([
    [
      'an entry removed',
      (file) => file.toSpliced(5, 1),
      5,
      'Entry 5 was removed: entry 6 stands in its place.',
    ],
    [
      'entries moved',
      (file) => file.with(5, file[9] ?? '').with(9, file[5] ?? ''),
      ...([5, 'Entry 9 was moved to the place of entry 5.'] as const),
    ],
    [
      'an entry twice',
      (file) => file.toSpliced(5, 0, file[9] ?? ''),
      ...([5, 'Entry 9 was inserted once more, in the place of entry 5.'] as const),
    ],
    [
      'an earlier one twice',
      (file) => file.toSpliced(9, 0, file[5] ?? ''),
      ...([9, 'Entry 5 was inserted once more, in the place of entry 9.'] as const),
    ],
    [
      'a changed entry with its hash',
      (file) =>
        file.with(
          5,
          forged(file[5] ?? '', (text) => text.replace('r-1', 'r-9')),
        ),
      ...([5, 'Entry 5 was changed, and its hash with it: it does not follow entry 4.'] as const),
    ],
    [
      'the last one changed with its hash',
      (file) =>
        file.with(
          40,
          forged(file[40] ?? '', (text) => text.replace('r-3', 'r-9')),
        ),
      ...([40, 'Entry 40 or one before it was changed: its signed head has another hash.'] as const),
    ],
    [
      'a cut tail',
      (file) => file.slice(0, 31),
      31,
      'Entry 31 and those after it were removed: the chain had 40 entries.',
    ],
    [
      'a cut line',
      (file) => file.with(30, '{"entry":{"ac').slice(0, 31),
      30,
      'Entry 30 is cut in the middle of its line.',
    ],
    [
      'no first line',
      (file) => file.slice(1),
      0,
      'The line is no header of an audit export, or was changed.',
    ],
    ['nothing', () => [], 0, 'The file is empty.'],
    [
      'a line behind the end',
      (file) => [...file, '\n'],
      ...([41, 'A line was inserted behind the last entry: the export has 40.'] as const),
    ],
  ])('of %s: the entry and what was done', async (_name, change, sequence, what) => {
    const file = joined(change(lines()));
    const fault = await faultOf(file);
    if (what.startsWith('Entry 5 was changed, and'))
      // The hash before entry 6 tells that entry 5 is the one.
      expect(fault).toMatchObject({ sequence: 5, line: 6 });
    else expect(fault).toMatchObject({ sequence, what });
    expect(firstWrongLine(file)).not.toBeNull();
  });

  it('that heads which were kept elsewhere do not fit', async () => {
    const [first, last] = (await readHeads(store.db, 'sample')) as [SignedHead, SignedHead];
    const given = (head: SignedHead) => [JSON.parse(headLine(head))];
    expect(await faultOf(whole, given(last))).toBeNull();
    const other = signHead(key, { ...first, hash: 'a'.repeat(64) });
    expect(await faultOf(whole, given(other))).toMatchObject({
      ...{ sequence: 25, what: 'Entry 25 or one before it was changed: its signed head has another hash.' },
    });
    const beyond = signHead(key, { ...last, sequence: 90 });
    expect(await faultOf(whole, given(beyond))).toMatchObject({
      ...{ sequence: 41, what: 'Entry 41 and those after it were removed: the chain had 90 entries.' },
    });
    const later = signHead(key, { ...last, sequence: 90, signedAt: '2999-01-01T00:00:00.000Z' });
    expect(await faultOf(whole, given(later))).toBeNull();
    expect(await faultOf(whole, given(signHead(newKey(), first)))).toMatchObject({
      what: 'The given head of entry 25 has a wrong signature.',
    });
  });
});

describe('the command', () => {
  const command = async (...args: string[]) => {
    try {
      const { stdout } = await run(process.execPath, [script.pathname, ...args], { cwd: tmpdir() });
      return { code: 0, text: stdout };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, text: stdout + stderr };
    }
  };
  const save = async (name: string, content: Buffer | string) => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return file;
  };

  it('exits 0, 1 and 2, with a sentence', async () => {
    const good = await save('good.jsonl', whole);
    const pem = await save('public.pem', key.publicKey.export({ format: 'pem', type: 'spki' }));
    const heads = path.join(folder, 'audit-heads.jsonl');
    const { code, text } = await command(good, '--heads', heads, '--key', pem);
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(
        /^WHOLE {3}chain sample: 40 entries verified, 20.*Z to 20.*Z; 4 signed heads fit\n/,
      ),
    ]);
    expect(text).toContain('given heads of other chains: 3');
    const edited = await save('edited.jsonl', whole.toString().replace('threshold":7', 'threshold":8'));
    expect(await command(edited)).toMatchObject({
      ...{
        code: 1,
        text: expect.stringContaining('entry 7 (line 8): Entry 7 was changed: its hash is another one.'),
      },
    });
    const cut = await save('cut.jsonl', whole.subarray(0, whole.length - 100));
    expect(await command(cut)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Entry 40 is cut in the middle'),
    });
    const strange = await save('other.pem', newKey().publicKey.export({ format: 'pem', type: 'spki' }));
    expect(await command(good, '--key', strange)).toMatchObject({
      ...{ code: 1, text: expect.stringContaining('signed with another key than the given one') },
    });
    const scrawl = await save('heads.txt', 'no head\n');
    expect(await command(good, '--heads', scrawl)).toMatchObject({
      ...{ code: 1, text: expect.stringContaining('A line of the given heads is no signed head.') },
    });
    for (const [args, sentence] of [
      [[path.join(folder, 'none.jsonl')], 'cannot be read'],
      [[good, '--key', heads], 'has no Ed25519 public key.'],
      [[good, '--heads', folder], 'cannot be read'],
      [[good, good], 'One export at a time.'],
      [[good, '--loud'], '--loud'],
    ] as const)
      expect(await command(...args)).toMatchObject({ code: 2, text: expect.stringContaining(sentence) });
  });

  it('and the lines of docs/audit.md for the shell verify a hash and a signature', async () => {
    await save('allclear-audit.jsonl', whole);
    await save('public.pem', key.publicKey.export({ format: 'pem', type: 'spki' }));
    const page = await readFile(new URL('../../../docs/audit.md', import.meta.url), 'utf8');
    const byHand = page.slice(page.indexOf('## By hand'));
    const [hashing = '', signing = ''] = [...byHand.matchAll(/```sh\n(.*?)```/gs)].map(
      ([, shell = '']) => shell,
    );
    const shell = (text: string) => run('sh', ['-ec', text], { cwd: folder });
    expect((await shell(hashing)).stdout.slice(0, 64)).toBe(
      /"hash":"([0-9a-f]{64})","values":/.exec(lines()[1] ?? '')?.[1],
    );
    expect((await shell(signing)).stdout).toContain('Signature Verified Successfully');
  });
});
