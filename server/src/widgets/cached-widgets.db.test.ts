import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { field, lightning } from '../../test/field-policy.ts';
import { freePort } from '../../test/run-server.ts';
import { ask, openTestServer } from '../../test/test-server.ts';

/** The configuration of docs/operations.md in a real nginx, where one is installed. */

const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const why = hasNginx ? '' : ' (skipped: nginx is not installed)';
const minute = 60_000;
const viewers = 5_000;
const seconds = 12;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function startNginx(originPort: number): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-nginx-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary}
  proxy_cache_path ${folder}/cache levels=1:2 keys_zone=allclear:10m max_size=100m inactive=1m;
  server {
    listen 127.0.0.1:${port};
    location /api/public/Widget/ {
      proxy_pass http://127.0.0.1:${originPort};
      proxy_set_header Host $host;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_cache allclear;
      proxy_cache_lock on;
      proxy_cache_use_stale updating;
      proxy_connect_timeout 2s;
      proxy_read_timeout 3s;
      proxy_ignore_headers Set-Cookie;
    }
  }
}
`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr']);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  ends.push(() => {
    child.kill();
    return ended;
  });
  return port;
}

test.skipIf(!hasNginx)(
  `behind a cache ${viewers} viewers are one request in five seconds, and a strike is there within twenty${why}`,
  async () => {
    const server = await openTestServer();
    ends.push(() => server.close());
    const ours = await server.organization('Our District');
    const { key } = ours.people.admin;
    const place = await server.store.db
      .insertInto('organization_locations')
      .values({ organization_id: ours.organizationId, name: 'Stadium', ...field, created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const policy = await ask(server.app, 'POST', '/api/policy', {
      key,
      body: { ...lightning, allClearMinutes: 30 },
    });
    const body = { name: 'Front page', orgLocId: place.id, policies: [policy.body.data.id] };
    const widget = await ask(server.app, 'POST', '/api/Widget', { key, body });
    const { publicId } = widget.body.data as { publicId: string };
    const origin = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
    let asked = 0;
    server.app.server.on('request', () => {
      asked += 1;
    });
    const port = await startNginx(Number(origin.port));
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    ends.push(async () => agent.destroy());
    const see = () =>
      new Promise<{ status: number; kind: string; date: string; at: number }>((resolve, reject) => {
        const url = `http://127.0.0.1:${port}/api/public/Widget/${publicId}`;
        get(url, { agent }, async (response: IncomingMessage) => {
          let text = '';
          for await (const part of response) text += part;
          const { data } = JSON.parse(text);
          resolve({
            status: response.statusCode ?? 0,
            kind: data?.answer?.kind,
            date: response.headers.date ?? '',
            at: performance.now(),
          });
        }).on('error', reject);
      });

    let through = server.clock.now();
    await server.batch(through - 60 * minute, through);
    await expect.poll(async () => (await see().catch(() => null))?.kind, { timeout: 20_000 }).toBe('clear');

    // Each viewer asks once in ten seconds, and lightning is observed each second.
    asked = 0;
    const begun = performance.now();
    let affectedAt = Number.NaN;
    const all: ReturnType<typeof see>[] = [];
    for (let second = 0; second < seconds; second++) {
      server.clock.advance(1_000);
      const strikes = second === 3 ? [{ at: through + 500, key: 'a', ...field }] : [];
      await server.batch(through, through + 1_000, strikes);
      through += 1_000;
      if (second === 3) affectedAt = performance.now();
      for (let part = 1; part <= 20; part++) {
        for (let viewer = 0; viewer < viewers / 200; viewer++) all.push(see());
        await pause(Math.max(0, begun + second * 1_000 + part * 50 - performance.now()));
      }
    }
    const tookMs = performance.now() - begun;
    const answers = await Promise.all(all);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.at(-1)?.kind).toBe('delay');
    // A page asks at the latest 12 s after it asked before: the cache may take the rest of the twenty.
    const first = answers.find(({ kind }) => kind === 'delay');
    expect((first?.at ?? Number.POSITIVE_INFINITY) - affectedAt).toBeLessThan(8_000);
    expect(asked).toBeLessThanOrEqual(Math.ceil(tookMs / 5_000) + 1);
    // The cache says its own time, so that what is old is reckoned as old.
    expect(Math.abs(Date.parse(answers.at(-1)?.date ?? '') - Date.now())).toBeLessThan(3_000);
  },
);
