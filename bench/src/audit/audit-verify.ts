/**
 * How many entries of the audit a second the verifier reads on one core: an export of 200,000 entries, a third of them
 * with personal values, as `node scripts/audit-verify.mjs` reads it.
 */
import { execFile } from 'node:child_process';
import { generateKeyPairSync, hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { canonicalJson, noPreviousHash } from '@allclear/domain';
import { signFields, signingKeyOf } from '@allclear/server/audit/signed-head.ts';
import { random } from '../measure.ts';

const entryCount = 200_000;
const rounds = 3;
const script = fileURLToPath(new URL('../../../scripts/audit-verify.mjs', import.meta.url));

export async function runAuditVerify(): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-bench-'));
  try {
    const file = path.join(folder, 'audit.jsonl');
    await writeExport(file);
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startMs = performance.now();
      const { stdout } = await promisify(execFile)(process.execPath, [script, file]);
      seconds.push((performance.now() - startMs) / 1_000);
      if (!stdout.startsWith('WHOLE')) throw new Error(stdout);
    }
    const { size } = await stat(file);
    return {
      'audit-verify': {
        ...{ entries: entryCount, bytesPerEntry: Math.round(size / entryCount) },
        // With the start of the process.
        entriesPerSecond: Math.round(entryCount / Math.min(...seconds)),
        slowestRoundPerSecond: Math.round(entryCount / Math.max(...seconds)),
        goalPerSecond: 100_000,
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeExport(file: string): Promise<void> {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const key = signingKeyOf(pem);
  const chain = '5f0c3a52-5b0e-4c1c-9a60-0c9f4f9d7b11';
  const lines: string[] = [];
  const next = random(16);
  let previous = noPreviousHash;
  for (let sequence = 1; sequence <= entryCount; sequence += 1) {
    const { line, entryHash } = entryLine({ chain, sequence, previous, share: next() });
    lines.push(line);
    previous = entryHash;
  }
  const header = {
    ...{ kind: 'audit-export', format: 1, chain, entries: entryCount, hash: previous, heads: [] },
    ...{ exportedAt: '2026-06-06T20:00:00.000Z', publicKey: key.publicHex },
  };
  const stream = createWriteStream(file);
  stream.write(`${canonicalJson({ ...header, signature: signFields(key, header) })}\n`);
  for (let from = 0; from < lines.length; from += 1_000) {
    if (!stream.write(lines.slice(from, from + 1_000).join(''))) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

function entryLine({
  chain,
  sequence,
  previous,
  share,
}: {
  chain: string;
  sequence: number;
  previous: string;
  share: number;
}): { line: string; entryHash: string } {
  const salt = '0123456789abcdef0123456789abcdef';
  const value = `"person-${sequence}@example.org"`;
  const digest = hash('sha256', salt + value);
  const isPerson = share < 1 / 3;
  const email = isPerson ? { email: { personal: digest } } : {};
  const body = canonicalJson({
    ...{ format: 1, chain, sequence, previous, action: isPerson ? 'user.changed' : 'policy.changed' },
    ...{ at: '2026-06-06T20:00:00.000Z', productAt: '2026-06-06T20:00:00.000Z', reason: null },
    actor: {
      ...{ kind: 'user', id: 'f2f7f7c0-6d6c-4a55-8a43-8d4b0a3f1c22', via: 'session' },
      ...{ requestId: '7d0f5a1e-2b57-4a56-9a3c-1d1c2f0d8c11', credential: { kind: 'grant', id: 'Zk3vJ0aQ' } },
    },
    recordId: 'f2f7f7c0-6d6c-4a55-8a43-8d4b0a3f1c23',
    before: { name: 'Wind', threshold: 30 },
    after: { name: 'Wind on the fields', threshold: Math.round(share * 100), ...email },
  });
  const entryHash = hash('sha256', body);
  const values = canonicalJson(isPerson ? { [digest]: { salt, value } } : {});
  return { line: `{"entry":${body},"hash":"${entryHash}","values":${values}}\n`, entryHash };
}
