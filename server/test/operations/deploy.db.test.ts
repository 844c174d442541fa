// Over 300 lines: every file of deploy/ is read, and what can be tried here is tried.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { Agent, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { subjects } from '../../src/subjects.ts';
import { eventually } from '../notified-people.ts';
import { freePort } from '../run-server.ts';
import { openTestServer, testChannels } from '../test-server.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name: string) => readFile(path.join(root, 'deploy', name), 'utf8');
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
const skipped = (is: boolean, why: string) => (is ? '' : ` (skipped: ${why})`);

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of a Dockerfile with continued lines joined, a list for each stage. */
function stagesOf(text: string): Instruction[][] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text: rest });
  }
  return stages;
}

/** What a linter of Dockerfiles would say, and what this product asks beside it. */
function faultsOf(text: string): string[] {
  const faults: string[] = [];
  const stages = stagesOf(text);
  const final = stages.at(-1) ?? [];
  for (const stage of stages) {
    const base = stage[0]?.text ?? '';
    if (!/^[\w./-]+:\d+\.\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?( AS \w+)?$/.test(base))
      faults.push(`the base is not pinned: ${base}`);
    const install = stage.findIndex(
      ({ name, text: command }) => name === 'RUN' && /\bnpm ci\b/.test(command),
    );
    const lock = stage.findIndex(
      ({ name, text: files }) => name === 'COPY' && files.includes('package-lock.json'),
    );
    const all = stage.findIndex(({ name, text: files }) => name === 'COPY' && /^\. /.test(files));
    if (install !== -1 && (lock === -1 || lock > install))
      faults.push('npm ci before the lock file is copied');
    if (install !== -1 && all !== -1 && all < install) faults.push('the sources are copied before npm ci');
    for (const { name, text: rest } of stage) {
      if (name === 'ADD') faults.push(`ADD ${rest}`);
      if (name === 'ENV' && /(PASSWORD|SECRET|TOKEN|KEY|DATABASE_URL|SMTP_URL)\w*=/.test(rest))
        faults.push(`a secret in ENV ${rest}`);
      if (name === 'ARG' && /(PASSWORD|SECRET|TOKEN)/.test(rest)) faults.push(`a secret in ARG ${rest}`);
      if (name === 'RUN' && /\bnpm (install|i)\b|\bsudo\b|curl .*\|/.test(rest)) faults.push(`RUN ${rest}`);
      if (name === '') faults.push('a line that is no instruction');
    }
  }
  const user = final.findLast(({ name }) => name === 'USER')?.text ?? 'root';
  if (/^(root|0)\b/.test(user)) faults.push('it runs as root');
  if (!final.some(({ name, text: check }) => name === 'HEALTHCHECK' && check.includes('/readyz')))
    faults.push('no HEALTHCHECK asks /readyz');
  if (!final.some(({ name, text: volume }) => name === 'VOLUME' && volume === '/data'))
    faults.push('no volume /data');
  if (final.some(({ name, text: files }) => name === 'COPY' && /^\. /.test(files)))
    faults.push('the image has all of the repository');
  if (stages.length < 2) faults.push('one stage: the image has the packages for development');
  if (!/^\[/.test(final.find(({ name }) => name === 'ENTRYPOINT')?.text ?? ''))
    faults.push('ENTRYPOINT is run by a shell, which passes no signal on');
  return faults;
}

describe('the Dockerfile', () => {
  test('has none of the faults that a linter finds, and each of them would be found', async () => {
    const text = await read('Dockerfile');
    expect(faultsOf(text)).toEqual([]);
    const changes: [RegExp, string, RegExp][] = [
      [/^FROM node:\S+$/m, 'FROM node:latest', /not pinned/],
      [/^USER .*$/m, '', /root/],
      [/^USER .*$/m, 'USER 0', /root/],
      [/^COPY package.json package-lock.json .*$/m, '', /before the lock file/],
      [/^RUN npm ci --include=dev/m, 'COPY . .\nRUN npm ci --include=dev', /sources are copied before/],
      [/^ENV NODE_ENV/m, 'ENV SMTP_URL=smtp://a:b@c', /secret in ENV/],
      [/^EXPOSE 8080$/m, 'ADD https://example.org/x /x', /ADD/],
      [/readyz/g, 'healthz', /HEALTHCHECK/],
      [/^VOLUME .*$/m, '', /volume/],
      [/^ENTRYPOINT .*$/m, 'ENTRYPOINT node server/dist/main.js', /shell/],
      [/^COPY package.json LICENSE .*$/m, 'COPY . .', /all of the repository/],
    ];
    for (const [what, instead, fault] of changes) {
      const changed = text.replace(what, instead);
      expect(changed, instead).not.toBe(text);
      expect(faultsOf(changed).join(), instead).toMatch(fault);
    }
  });

  test('copies the list of packages of every workspace before it installs them, and every file that it copies is there', async () => {
    const { workspaces } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
      workspaces: string[];
    };
    const stages = stagesOf(await read('Dockerfile'));
    for (const stage of stages.slice(0, 2)) {
      const copied = stage.filter(({ name }) => name === 'COPY').map(({ text }) => text);
      for (const workspace of workspaces) expect(copied).toContain(`${workspace}/package.json ${workspace}/`);
    }
    for (const { from, stage } of copiesOf(stages.at(-1) ?? []))
      if (stage === null) expect(existsSync(path.join(root, from)), from).toBe(true);
  });

  const canTry = existsSync(path.join(root, 'web/dist/index.html')) && process.getuid?.() === 0;
  test.skipIf(!canTry)(
    `what the image has is enough: a server of exactly these files, as a user who may write to its data only${skipped(canTry, 'it takes root, and the built pages')}`,
    { timeout: 300_000 },
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'allclear-image-'));
      await chmod(folder, 0o755);
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const [app, data] = [path.join(folder, 'app'), path.join(folder, 'data')];
      for (const { from, to, stage } of copiesOf(stagesOf(await read('Dockerfile')).at(-1) ?? [])) {
        if (from.endsWith('node_modules')) continue;
        const source = path.join(root, stage === null ? from : from.replace('/app/', ''));
        await mkdir(path.dirname(path.join(app, to)), { recursive: true });
        await cp(source, path.join(app, to), {
          recursive: true,
          filter: (name) => !/\.test\.tsx?$/.test(name),
        });
      }
      await linkPackages(app);
      await mkdir(data, { mode: 0o700 });
      // PostgreSQL wants its user to have a name.
      const uid = Number((await run('id', ['-u', 'nobody'])).stdout);
      await chown(data, uid, uid);
      const port = await freePort();
      const child = spawn(process.execPath, ['server/dist/main.js'], {
        ...{ cwd: app, uid, gid: uid, stdio: ['ignore', 'pipe', 'pipe'] },
        env: {
          NODE_ENV: 'production',
          ALLCLEAR_DATA: data,
          PORT: String(port),
          HOME: data,
          PATH: process.env.PATH,
        },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          output += chunk.toString();
        });
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      onTestFinished(() => void child.kill('SIGKILL'));
      const url = `http://127.0.0.1:${port}`;
      const isReady = eventually(
        async () => expect((await fetch(`${url}/readyz`)).status).toBe(200),
        120_000,
      );
      await Promise.race([
        isReady,
        ended.then(() => {
          throw new Error(`It did not start: ${output}`);
        }),
      ]);
      expect(await (await fetch(`${url}/`)).text()).toContain('<div id="root">');
      // The health check of the image, as it is written.
      const check = stagesOf(await read('Dockerfile'))
        .at(-1)
        ?.find(({ name }) => name === 'HEALTHCHECK')?.text;
      const command = JSON.parse(/CMD (\[.*\])$/.exec(check ?? '')?.[1] ?? '[]') as string[];
      const health = await run(process.execPath, command.slice(1), { env: { PORT: String(port) } });
      expect(health.stderr).toBe('');
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      const rooted = await ownedBelow(app, uid);
      expect(rooted).toEqual([]);
    },
  );
});

interface Copy {
  readonly from: string;
  readonly to: string;
  /** The stage that it is copied from; null for the repository. */
  readonly stage: string | null;
}

function copiesOf(stage: readonly Instruction[]): Copy[] {
  return stage
    .filter(({ name }) => name === 'COPY')
    .flatMap(({ text }) => {
      const words = text.split(' ');
      const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1] ?? null;
      const files = words.slice(from === null ? 0 : 1, -1);
      const target = words.at(-1) ?? '';
      return files.map((file) => ({
        ...{ from: file, stage: from },
        // Of a folder its content is copied, a file goes into the folder.
        to: /\.(json|mjs)$|LICENSE$/.test(file) ? path.join(target, path.basename(file)) : target,
      }));
    });
}

/** The packages without those for development, as `npm ci --omit=dev` leaves them. */
async function linkPackages(app: string): Promise<void> {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean; resolved?: string }>;
  };
  for (const [place, { dev, link, resolved }] of Object.entries(packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1];
    if (name === undefined || dev === true) continue;
    const target = link ? path.join(app, resolved ?? '') : path.join(root, place);
    if (!existsSync(target)) continue;
    const at = path.join(app, 'node_modules', name);
    await mkdir(path.dirname(at), { recursive: true });
    await symlink(target, at);
  }
}

async function ownedBelow(folder: string, uid: number): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder, { recursive: true }))
    if ((await lstat(path.join(folder, name))).uid === uid) found.push(name);
  return found;
}

describe('the compose files', () => {
  interface Service {
    image?: string;
    read_only?: boolean;
    user?: string;
    cap_drop?: string[];
    security_opt?: string[];
    ports?: string[];
    tmpfs?: string[];
    volumes?: string[];
    environment?: Record<string, string>;
    build?: { context: string; dockerfile: string };
    secrets?: string[];
    stop_grace_period?: string;
  }
  interface Compose {
    services: Record<string, Service>;
    volumes?: Record<string, unknown>;
    secrets?: Record<string, { file: string }>;
  }
  const readCompose = async (name: string) => parse(await read(name), { uniqueKeys: true }) as Compose;

  test('run the server with a read-only root, without rights, as the user of the image, with its data in a volume', async () => {
    const { services, volumes } = await readCompose('compose.yaml');
    const { allclear } = services;
    expect(allclear).toMatchObject({
      ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      ...{ volumes: ['data:/data'], build: { context: '..', dockerfile: 'deploy/Dockerfile' } },
    });
    expect(volumes).toHaveProperty('data');
    const user = stagesOf(await read('Dockerfile'))
      .at(-1)
      ?.find(({ name }) => name === 'USER')?.text;
    expect(allclear?.user).toBe(user);
    expect(allclear?.tmpfs?.[0]).toMatch(/^\/tmp:/);
    // Reached through a proxy on this machine.
    expect(allclear?.ports).toEqual(['127.0.0.1:8080:8080']);
    expect(Number.parseInt(allclear?.stop_grace_period ?? '0', 10)).toBeGreaterThanOrEqual(15);
  });

  test('set only what the server knows, with values that it takes, and have no secret', async () => {
    const { allclear } = (await readCompose('compose.yaml')).services;
    const env = Object.fromEntries(
      Object.entries(allclear?.environment ?? {}).map(([name, value]) => [
        name,
        value.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
      ]),
    );
    const known = new Set(
      (await readFile(path.join(root, 'docs/operations.md'), 'utf8')).match(/[A-Z]+_[A-Z_]+/g),
    );
    for (const name of Object.keys(env)) expect(known.has(name), name).toBe(true);
    expect(readConfig(subjects, [], env)?.base).toMatchObject({ weather: { kind: 'live' } });
    for (const name of ['compose.yaml', 'compose.postgres.yaml'])
      expect(await read(name)).not.toMatch(/^\s+\w*(PASSWORD|SECRET|TOKEN)\w*:\s*[^/\s]/m);
  });

  test('give the other PostgreSQL its password by a file, a pinned image and a volume', async () => {
    const { services, volumes, secrets } = await readCompose('compose.postgres.yaml');
    expect(services.postgres?.image).toMatch(/^postgres:\d+\.\d+/);
    expect(services.postgres?.environment).toMatchObject({
      POSTGRES_PASSWORD_FILE: '/run/secrets/postgres-password',
    });
    expect(services.postgres?.secrets).toEqual(['postgres-password']);
    expect(secrets).toHaveProperty('postgres-password');
    expect(volumes).toHaveProperty('postgres');
    expect(services.postgres?.ports).toBeUndefined();
  });

  const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
  test.skipIf(!hasCompose)(
    `are taken by docker compose config${skipped(hasCompose, 'docker compose is not installed')}`,
    async () => {
      const files = ['-f', 'deploy/compose.yaml', '-f', 'deploy/compose.postgres.yaml'];
      const { stdout } = await run('docker', ['compose', ...files, 'config', '--services'], { cwd: root });
      expect(stdout.trim().split('\n').sort()).toEqual(['allclear', 'postgres']);
    },
  );
});

describe('the unit of systemd', () => {
  test('lets the service write to its data only, and gain no rights', async () => {
    const unit = await read('allclear.service');
    for (const line of [
      ...[
        'NoNewPrivileges=yes',
        'ProtectSystem=strict',
        'ProtectHome=yes',
        'PrivateTmp=yes',
        'User=allclear',
      ],
      ...['CapabilityBoundingSet=', 'RestrictSUIDSGID=yes', 'StateDirectory=allclear', 'UMask=0077'],
      ...[
        'Restart=always',
        'KillMode=mixed',
        'ExecStart=/opt/allclear/node_modules/.bin/node server/dist/main.js',
      ],
    ])
      expect(unit.split('\n')).toContain(line);
    // The engine of node writes the code that it runs.
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=yes/m);
    expect(unit).not.toMatch(/^ReadWritePaths=/m);
  });

  const hasSystemd = has('systemd-analyze');
  test.skipIf(!hasSystemd)(
    `is one that systemd understands, and exposes little${skipped(hasSystemd, 'systemd-analyze is not installed')}`,
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'allclear-unit-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const names = ['allclear.service', 'allclear-backup.service', 'allclear-backup.timer'];
      for (const name of names)
        await writeFile(
          path.join(folder, name),
          (await read(name)).replaceAll('/opt/allclear', root.replace(/\/$/, '')),
        );
      const files = names.map((name) => path.join(folder, name));
      const { stdout, stderr } = await run('systemd-analyze', ['verify', '--recursive-errors=no', ...files]);
      const ours = `${stdout}${stderr}`
        .split('\n')
        .filter((line) => /allclear(-backup)?\.(service|timer)/.test(line));
      expect(ours).toEqual([]);
      const file = path.join(folder, 'allclear.service');
      const security = await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', file]);
      expect(Number(/exposure level for .*: ([\d.]+)/.exec(security.stdout)?.[1])).toBeLessThan(2);
    },
  );
});

const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const hasOpenssl = has('openssl');
const canProxy = hasNginx && hasOpenssl;

/** The example before an origin on this machine, with a certificate of its own. */
async function startNginx(originPort: number): Promise<{ https: number; http: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-nginx-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [https, http] = [await freePort(), await freePort()];
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=weather.example.org'],
    ...['-keyout', key, '-out', certificate],
  ]);
  const example = await read('nginx.conf');
  const changed = example
    .replace(/listen 80;\n\s+listen \[::\]:80;/, `listen 127.0.0.1:${http};`)
    .replace(/listen 443 ssl;\n\s+listen \[::\]:443 ssl;/, `listen 127.0.0.1:${https} ssl;`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, certificate)
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, key)
    .replace('http://127.0.0.1:8080', `http://127.0.0.1:${originPort}`);
  expect(changed).not.toMatch(/letsencrypt|listen (80|443)|:8080/);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  const file = path.join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;
     events { worker_connections 512; }\nhttp { access_log off;\n${temporary}\n${changed}\n}\n`,
  );
  const checked = await run('nginx', ['-t', '-p', folder, '-c', file, '-e', 'stderr']);
  expect(checked.stderr).toContain('test is successful');
  const child: ChildProcess = spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr']);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  await eventually(
    async () => void (await fetch(`http://127.0.0.1:${http}/`, { redirect: 'manual' })),
    10_000,
  );
  return { https, http };
}

const agent = new Agent({ rejectUnauthorized: false });
const secure = (port: number, address: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const options = { agent, headers: { host: 'weather.example.org', ...headers } };
    get(`https://127.0.0.1:${port}${address}`, options, resolve).once('error', reject);
  });

describe(`nginx before the server${skipped(canProxy, 'nginx or openssl is not installed')}`, () => {
  test.skipIf(!canProxy)('passes each event on at once, and the address of the client', async () => {
    const server = await openTestServer(testChannels(), {
      settings: { url: 'https://weather.example.org', trustProxy: { kind: 'hops', hops: 1 } },
    });
    onTestFinished(() => server.close());
    const ours = await server.organization('Our District');
    const origin = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
    const { https, http } = await startNginx(Number(origin.port));

    const moved = await fetch(`http://127.0.0.1:${http}/wall?x=1`, {
      ...{ redirect: 'manual', headers: { host: 'weather.example.org' } },
    });
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      expect.stringMatching(/^https:.*\/wall\?x=1$/),
    ]);
    expect((await secure(https, '/readyz')).statusCode).toBe(200);
    // Metrics of everything are not for the network.
    expect((await secure(https, '/metrics')).statusCode).toBe(404);

    const stream = await secure(https, '/api/events', { authorization: `Bearer ${ours.people.admin.key}` });
    onTestFinished(() => void stream.destroy());
    expect(stream.statusCode).toBe(200);
    let received = '';
    stream.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    await eventually(() => expect(received).toContain('hello'), 5_000);
    const before = received.length;
    const begun = performance.now();
    server.events.publish('policies', [ours.organizationId]);
    await eventually(() => expect(received.slice(before)).toContain('policies'), 5_000);
    // Gathered for 100 ms; a buffer of the proxy would keep it for ever.
    expect(performance.now() - begun).toBeLessThan(3_000);
  });

  test.skipIf(!canProxy)('upgrades WebSockets, and passes Host and the address that it sees on', async () => {
    const seen: Record<string, string | string[] | undefined>[] = [];
    const origin = createServer((request, answer) => {
      seen.push(request.headers);
      answer.end('ok');
    });
    const sockets = new WebSocketServer({ server: origin });
    sockets.on('connection', (socket) =>
      socket.on('message', (message) => socket.send(`back: ${String(message)}`)),
    );
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      sockets.close();
      origin.closeAllConnections();
      origin.close();
    });
    const { https } = await startNginx((origin.address() as AddressInfo).port);
    (await secure(https, '/x', { 'x-forwarded-for': '203.0.113.9' })).resume();
    expect(seen[0]).toMatchObject({
      ...{
        host: 'weather.example.org',
        'x-forwarded-for': '203.0.113.9, 127.0.0.1',
        'x-forwarded-proto': 'https',
      },
    });
    const socket = new WebSocket(`wss://127.0.0.1:${https}/stream`, { rejectUnauthorized: false });
    onTestFinished(() => socket.terminate());
    const answer = await new Promise((resolve, reject) => {
      socket.once('open', () => socket.send('a picture'));
      socket.once('message', (message) => resolve(String(message)));
      socket.once('error', reject);
    });
    expect(answer).toBe('back: a picture');
  });
});

describe('the Caddyfile', () => {
  test('passes events on at once, and no metrics', async () => {
    const file = await read('Caddyfile');
    expect(file).toMatch(/reverse_proxy 127\.0\.0\.1:8080 \{[^}]*flush_interval -1/);
    expect(file).toMatch(/^\trespond \/metrics 404$/m);
    expect(file.split('{').length).toBe(file.split('}').length);
  });

  const hasCaddy = spawnSync('caddy', ['version']).status === 0;
  test.skipIf(!hasCaddy)(
    `is one that Caddy takes${skipped(hasCaddy, 'caddy is not installed')}`,
    async () => {
      const file = path.join(root, 'deploy/Caddyfile');
      const { stderr } = await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file]);
      expect(stderr).toContain('Valid configuration');
    },
  );
});
