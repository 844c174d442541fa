// The examples of /api/docs, run as they stand there.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTestServer, type TestServer } from '@allclear/server/test/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let url: string;
let key: string;
let folder: string;
let guide: string;

beforeAll(async () => {
  server = await openTestServer();
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { people } = await server.organization('Guide');
  key = people.admin.key;
  // Below this folder, so that the client is found by its name.
  folder = await mkdtemp(fileURLToPath(new URL('../examples-', import.meta.url)));
  const description = await fetch(`${url}/api/docs/json`).then((answer) => answer.json());
  guide = description.info.description;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await server.close();
});

/** The code of a section in a language. */
function example(section: string, language: 'sh' | 'ts'): string {
  const text = guide.split(/^## /m).find((part) => part.startsWith(section));
  const code = text?.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``))?.[1];
  if (code === undefined) throw new Error(`${section} has no example in ${language}.`);
  return code;
}

function run(command: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, ALLCLEAR_URL: url, ALLCLEAR_KEY: key };
  return new Promise((resolve, reject) => {
    execFile(command, [...args], { cwd: folder, env }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : resolve(stdout),
    );
  });
}
const shell = (section: string) => run('sh', ['-c', example(section, 'sh')]);
async function typeScript(section: string): Promise<string> {
  const file = path.join(folder, `${section}.ts`);
  await writeFile(file, example(section, 'ts'));
  return run(process.execPath, ['--experimental-strip-types', '--no-warnings', file]);
}
const hasCurl = await new Promise<boolean>((resolve) => {
  execFile('curl', ['--version'], (error) => resolve(error === null));
});

describe('TypeScript', () => {
  it('asks with a key', async () => {
    const body = { label: 'North Field', latitude: 28, longitude: -82 };
    await fetch(`${url}/api/location/Add`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    expect(await typeScript('Sign-in')).toBe('North Field\n');
  });

  it('is refused when somebody else changed the record', async () => {
    expect(await typeScript('Idempotency')).toBe('Somebody else changed Name\n');
  });
});

describe.skipIf(!hasCurl)('a shell', () => {
  it('asks with a key', async () => {
    expect(JSON.parse(await shell('Sign-in')).data).toBeInstanceOf(Array);
  });

  it('sees what is wrong with a field, as the guide says', async () => {
    expect(`# ${await shell('Errors')}\n`).toBe(`${example('Errors', 'sh').split('\n').at(-2)}\n`);
  });

  it('adds once', async () => {
    expect(await shell('Idempotency')).toBe('"name":"Varsity"\n');
  });

  it('reads a list in parts', async () => {
    for (const name of ['Tennis', 'Rowing'])
      await fetch(`${url}/api/site/add`, {
        ...{ method: 'POST', body: JSON.stringify({ name }) },
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
    const parts = (await shell('Paging')).split(/(?<=\})(?=\{"data")/).map((part) => JSON.parse(part).data);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part).toHaveLength(1);
    const names = parts.flat().map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['Rowing', 'Tennis']));
    expect(new Set(names).size).toBe(names.length);
  });

  it('reads the status without a key', async () => {
    expect(JSON.parse(await shell('Versions')).data.now).toBeTruthy();
  });
});

it('each section of the guide has an example or a table', () => {
  const sections = guide.split(/^## /m).slice(1);
  expect(sections.map((text) => text.split('\n')[0])).toEqual([
    ...['Sign-in', 'Errors', 'Limits', 'Idempotency', 'Paging', 'Versions'],
  ]);
});
