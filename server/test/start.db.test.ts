import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, runServer, runToEnd, type ServerProcess } from './run-server.ts';
import { signInStandIn } from './sign-in-stand-in.ts';

let folder: string;
let port: number;
let blocker: Server;
let blocked: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-start-'));
  // As root PostgreSQL runs as another user, which needs access through the folder.
  await chmod(folder, 0o711);
  port = await freePort();
  blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '0.0.0.0', resolve));
  const address = blocker.address();
  blocked = typeof address === 'object' && address ? address.port : 0;
  await mkdir(path.join(folder, 'archive-without-file'));
  await writeFile(
    path.join(folder, 'archive-without-file', 'archive.json'),
    JSON.stringify({
      name: 'broken',
      note: '',
      start: '2026-06-01T00:00:00Z',
      end: '2026-06-01T01:00:00Z',
      places: [],
      outages: [],
      responses: [
        {
          at: '2026-06-01T00:00:00Z',
          url: 'https://noaa-goes19.s3.amazonaws.com/a.nc',
          status: 200,
          file: 'glm/a.nc',
        },
      ],
    }),
  );
  await writeFile(path.join(folder, 'a-file'), '');
});
afterAll(async () => {
  blocker.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a start that cannot succeed says why in a line and leaves nothing behind', () => {
  const at = (name: string) => path.join(folder, name);
  test.each<[string, () => string[], RegExp]>([
    ['an unknown flag', () => ['--wether', 'live'], /^Unknown flag --wether\. Flags are/],
    [
      'a port in use',
      () => ['--port', String(blocked), '--data', at('busy')],
      /Port \d+ is in use by another program\. Choose another with --port\./,
    ],
    [
      'a data folder that is a file',
      () => ['--port', String(port), '--data', at('a-file')],
      /data folder .*a-file/,
    ],
    [
      'a data folder that cannot be made',
      () => ['--port', String(port), '--data', '/proc/allclear'],
      /data folder \/proc\/allclear/,
    ],
    [
      'an archive that is not there',
      () => ['--port', String(port), '--data', at('none'), '--weather', `replay:${at('nowhere')}`],
      /nowhere/,
    ],
    [
      'an archive with a missing file',
      () => [
        '--port',
        String(port),
        '--data',
        at('none'),
        '--weather',
        `replay:${at('archive-without-file')}`,
      ],
      /a\.nc/,
    ],
  ])('%s', async (_name, args, message) => {
    const { code, output } = await runToEnd(args(), { LOG_LEVEL: 'silent' });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output.replace(/^Allclear cannot start: /, '')).toMatch(message);
    expect(await stat(at('none')).catch(() => null)).toBeNull();
    expect(await stat(at('busy')).catch(() => null)).toBeNull();
  });

  test('every problem of the settings is named at once', async () => {
    const { code, output } = await runToEnd(['--port', '0', '--speed', 'fast', '--nonsense'], {
      ALLCLEAR_SERVICES: 'api,mail',
      OIDC_ISSUER: 'x',
    });
    expect(code).toBe(1);
    expect(output.trim().split('\n').length).toBeGreaterThanOrEqual(5);
  });
});

test('it starts, tells how to get in, keeps that over a restart, refuses other weather, and shares its database', {
  timeout: 120_000,
}, async () => {
  const data = path.join(folder, 'data');
  const first = await runServer({ data, port, args: ['--speed', '10'] });
  const demonstration = await first.demonstration();
  expect(demonstration.url).toBe(`http://localhost:${port}`);
  expect(demonstration.accounts.map(({ role }) => role)).toEqual([
    'Super Admin',
    'Admin',
    'Assistant Admin',
    'Customer',
  ]);
  for (const { email, password } of demonstration.accounts) {
    expect(first.output()).toContain(email);
    expect(first.output()).toContain(password);
  }
  expect((await stat(path.join(data, 'demo.json'))).mode & 0o077).toBe(0);
  const status = async (url: string) =>
    (
      (await (await fetch(`${url}/api/status`)).json()) as {
        data: { now: string; weather: string; speed: number };
      }
    ).data;
  const before = await status(first.url);
  expect(before).toMatchObject({ weather: 'simulated', speed: 10 });

  // A second process on the same database: another port, the same clock, no new demonstration.
  const otherPort = await freePort();
  const beside = await runServer({
    data,
    port: otherPort,
    args: ['--speed', '3'],
    env: { ALLCLEAR_SERVICES: 'api' },
  });
  const [here, there] = [await status(first.url), await status(beside.url)];
  expect(there.speed).toBe(10);
  expect(Math.abs(Date.parse(here.now) - Date.parse(there.now))).toBeLessThan(2_000);
  expect(await beside.stop()).toBe(0);
  // A third one for the engine only serves no API, and reports that it is healthy.
  const standby = await runServer({ data, port: otherPort, env: { ALLCLEAR_SERVICES: 'engine' } });
  expect((await fetch(`${standby.url}/metrics`)).status).toBe(200);
  for (const url of ['/', '/api/status', '/identity/.well-known/openid-configuration'])
    expect((await fetch(standby.url + url)).status).toBe(404);
  expect(await standby.stop()).toBe(0);

  expect(await first.stop()).toBe(0);
  const wrong = await runToEnd(['--port', String(port), '--data', data, '--weather', 'live'], {
    LOG_LEVEL: 'silent',
  });
  expect(wrong.code).toBe(1);
  expect(wrong.output).toMatch(/holds simulated weather and cannot go on with live weather/);

  const again = await runServer({ data, port, args: ['--speed', '10'] });
  let exitCode: number | null = null;
  try {
    // On a machine that others use too; `npm run bench -- start-time` measures it on a quiet one.
    expect(again.readyAfterMs).toBeLessThan(15_000);
    expect(JSON.parse(await readFile(path.join(data, 'demo.json'), 'utf8'))).toEqual({
      ...demonstration,
      url: demonstration.url,
    });
    expect((await status(again.url)).now >= before.now).toBe(true);
    const keyed = await fetch(`${again.url}/api/user/current`, {
      headers: { authorization: `Bearer ${demonstration.apiKey}` },
    });
    expect(keyed.status).toBe(200);
  } finally {
    exitCode = await again.stop();
  }
  expect(exitCode).toBe(0);
});

test('works as a role that is no superuser, with passwords that only the owner of the folder may read', {
  timeout: 60_000,
}, async () => {
  const data = path.join(folder, 'role');
  const server = await runServer({ data, port, args: ['--seed', 'none'] });
  try {
    const [password, postgresPort] = await Promise.all(
      ['pg-password', 'pg-port'].map(async (name) => (await readFile(path.join(data, name), 'utf8')).trim()),
    );
    const admin = new pg.Client(`postgres://allclear:${password}@127.0.0.1:${postgresPort}/allclear`);
    await admin.connect();
    const { rows } = await admin.query<{ name: string; isSuperuser: boolean }>(
      `select distinct rolname as name, rolsuper as "isSuperuser" from pg_stat_activity
       join pg_roles on rolname = usename
       where datname = 'allclear' and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    await admin.end();
    expect(rows).toEqual([{ name: 'allclear_app', isSuperuser: false }]);
    for (const name of ['pg-password', 'pg-app-password'])
      expect((await stat(path.join(data, name))).mode & 0o777, name).toBe(0o600);
  } finally {
    await server.stop();
  }
});

test('the first account of an installation is made beside the running server', {
  timeout: 60_000,
}, async () => {
  const data = path.join(folder, 'own');
  const server = await runServer({ data, port, args: ['--seed', 'none'] });
  try {
    const make = (...args: string[]) => runToEnd(args, {}, 'create-admin.ts');
    const made = await make('--data', data, '--organization', 'Our District', '--email', 'first@our.example');
    expect(made).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /Made the organization Our District\. Super Admin first@our\.example, password \S+/,
      ),
    });
    const again = await make(
      '--data',
      data,
      '--organization',
      'Our District',
      '--email',
      'FIRST@our.example',
    );
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('already') });
    expect((await make('--email', 'x')).output.trim().split('\n')).toHaveLength(3);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});

/** An account of its own with a location, as an installation on live weather has them; gives its token. */
async function ownLocation(data: string, server: ServerProcess): Promise<string> {
  const email = 'first@our.example';
  const make = ['--data', data, '--organization', 'Our District', '--email', email];
  const made = await runToEnd(make, {}, 'create-admin.ts');
  const password = /password (\S+)/.exec(made.output)?.[1] ?? '';
  const { access_token } = await signInStandIn(server.url).signIn({ email, password });
  const added = await fetch(`${server.url}/api/location/Add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'Stadium', latitude: 32.8385, longitude: -96.7836 }),
  });
  expect(added.status, await added.clone().text()).toBe(200);
  return access_token;
}

test('live weather without a network says so, keeps trying and invents nothing', {
  timeout: 120_000,
}, async () => {
  const data = path.join(folder, 'live');
  // No such proxy: whatever this machine could reach, the feeds cannot.
  const options = { data, port, args: ['--weather', 'live'], env: { HTTPS_PROXY: 'http://127.0.0.1:9' } };
  const first = await runServer({ ...options, env: { ...options.env, ALLCLEAR_SERVICES: 'api' } });
  const token = await ownLocation(data, first).finally(() => first.stop());
  // Some feeds are of the places of people: their first poll has one.
  const server = await runServer(options);
  try {
    const headers = { authorization: `Bearer ${token}` };
    const get = async (url: string) => (await fetch(`${server.url}/api/${url}`, { headers })).json();
    let feeds: { kind: string; state: string; observedThrough: string | null; lastError: string | null }[] =
      [];
    for (
      let i = 0;
      i < 150 && (feeds.length === 0 || feeds.some(({ lastError }) => lastError === null));
      i++
    ) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      ({ feeds } = ((await get('status')) as { data: { feeds: typeof feeds } }).data);
    }
    expect(feeds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['lightning', 'observations', 'alerts']),
    );
    for (const feed of feeds)
      expect(feed).toMatchObject({ state: 'down', observedThrough: null, lastError: expect.any(String) });
    const [location] = ((await get('location')) as { data: { id: string }[] }).data;
    expect(await get(`location/Delay/${location!.id}`)).toMatchObject({
      responseException: { code: 'lightning-unobserved' },
    });
    expect(await get(`observations/ForLocation/${location!.id}`)).toMatchObject({
      responseException: { code: 'no-observation' },
    });
    // Each source, and each further request, logs it once.
    const printed = [...server.output().matchAll(/"msg":"([^"]*went down[^"]*)"/g)].map(([, line]) => line);
    expect(new Set(printed).size).toBe(printed.length);
    expect(printed.length).toBeGreaterThanOrEqual(feeds.length);
  } finally {
    await server.stop();
  }
});
