// The examples of docs/integrations.md, run as they stand there.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { standardHeaders } from './signature.ts';

const guide = fileURLToPath(new URL('../../../docs/integrations.md', import.meta.url));
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const before = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = '{"id":"event-1","text":"Lightning 4.2 mi – 3:42 PM"}\n';
const headers = standardHeaders([secret, before], 'event-1', body, Date.now());
/** Headers, body and secret, and whether they fit. */
const cases = [
  [headers, body, secret, true],
  [headers, body, before, true],
  [headers, `${body} `, secret, false],
  [{ ...headers, 'webhook-id': 'event-2' }, body, secret, false],
  [{ ...headers, 'webhook-signature': 'v1,AAAA' }, body, secret, false],
  [headers, body, `whsec_${Buffer.alloc(32, 9).toString('base64')}`, false],
] as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-examples-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function example(name: string): Promise<string> {
  const text = await readFile(guide, 'utf8');
  const code = text.split(`<!-- example: ${name} -->`)[1]?.match(/^\n```\w+\n([\s\S]*?)```/)?.[1];
  if (code === undefined) throw new Error(`${guide} has no example ${name}.`);
  const file = path.join(folder, name);
  await writeFile(file, code);
  return file;
}

const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  new Promise<{ failed: boolean; stdout: string; stderr: string; missing: boolean }>((resolve) => {
    execFile(command, [...args], { env: { PATH: process.env.PATH ?? '', ...env } }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, stdout, stderr, missing: error?.code === 'ENOENT' }),
    );
  });

it.each(cases)('a shell checks a signature (%#)', async (sent, text, key, fits) => {
  const bodyFile = path.join(folder, 'body');
  await writeFile(bodyFile, text);
  const { failed, stdout } = await run('sh', [await example('verify.sh')], {
    ...{ SECRET: key, BODY_FILE: bodyFile, WEBHOOK_ID: sent['webhook-id'] },
    ...{ WEBHOOK_TIMESTAMP: sent['webhook-timestamp'], WEBHOOK_SIGNATURE: sent['webhook-signature'] },
  });
  expect([stdout.trim(), failed]).toEqual(fits ? ['valid', false] : ['invalid', true]);
});

it.each(cases)('TypeScript checks a signature (%#)', async (sent, text, key, fits) => {
  const { isFromAllclear } = await import(pathToFileURL(await example('verify.ts')).href);
  expect(isFromAllclear(sent, text, key)).toBe(fits);
  expect(isFromAllclear(sent, text, key, Date.now() + 301_000)).toBe(false);
  expect(isFromAllclear({}, text, key)).toBe(false);
});

it('Python checks a signature, where there is Python', async ({ skip }) => {
  const file = await example('verify.py');
  await writeFile(path.join(folder, 'cases.json'), JSON.stringify(cases));
  const program = `
import json, sys
sys.path.insert(0, ${JSON.stringify(folder)})
from verify import is_from_allclear
for headers, body, secret, fits in json.load(open(${JSON.stringify(path.join(folder, 'cases.json'))})):
    assert is_from_allclear(headers, body.encode(), secret) == fits, (headers, body)
old = {"webhook-id": "x", "webhook-timestamp": "1", "webhook-signature": ""}
assert not is_from_allclear(old, b"", "whsec_")
print("done")
`;
  const { stdout, stderr, missing } = await run('python3', ['-c', program]);
  if (missing) skip(`No Python here to run ${file}`);
  expect(stderr).toBe('');
  expect(stdout.trim()).toBe('done');
});
