import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, serverEntry } from '@allclear/server/test/run-server.ts';
import {
  createDatabase,
  databaseParts,
  expectOk,
  hasSynchronousStandby,
  type PostgresNode,
} from './database-parts.ts';
import type { Programs } from './packages.ts';
import { Part } from './part.ts';
import { proxyConfiguration } from './proxy.ts';

export interface Cluster {
  readonly folder: string;
  /** Where people reach it: HAProxy. */
  readonly url: string;
  /** Through HAProxy, always the primary. */
  readonly databaseUrl: string;
  readonly apiKey: string;
  readonly etcd: readonly Part[];
  readonly postgres: readonly PostgresNode[];
  readonly apis: readonly Part[];
  readonly engines: readonly Part[];
  readonly proxy: Part;
  primary(): Promise<PostgresNode | null>;
  standby(): Promise<PostgresNode | null>;
  /** Resolves when every part serves and the standby is synchronous; throws when that takes too long. */
  whole(withinMs: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly apis: number;
  readonly engines: number;
  /** Flags of the product. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
}

/** Starts everything in a temporary folder on ports of its own; throws with nothing left running. */
export async function startCluster(programs: Programs, options: ClusterOptions): Promise<Cluster> {
  const { say } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-cluster-'));
  // PostgreSQL runs as another user, which needs access through the folder.
  await chmod(folder, 0o711);
  const logs = path.join(folder, 'logs');
  await mkdir(logs);
  const used = new Set<number>();
  const nextPort = async () => {
    for (;;) {
      const port = await freePort();
      if (!used.has(port)) return used.add(port) && port;
    }
  };
  const password = randomBytes(12).toString('hex');
  const { etcd, postgres } = await databaseParts({ programs, folder, logs, password, nextPort });
  const [apiPort, databasePort] = [await nextPort(), await nextPort()];
  const url = `http://localhost:${apiPort}`;
  const databaseUrl = `postgres://allclear:${password}@127.0.0.1:${databasePort}/allclear`;
  const { apis, engines, ports } = await productParts({
    ...{ options, folder, logs, nextPort },
    env: { DATABASE_URL: databaseUrl, ALLCLEAR_URL: url },
  });
  const proxyFile = path.join(folder, 'haproxy.cfg');
  await writeFile(
    proxyFile,
    proxyConfiguration({
      ...{ apiPort, databasePort },
      apis: apis.map(({ name }) => ({ name, port: ports.get(name) ?? 0 })),
      postgres: postgres.map(({ part: { name }, port, restPort }) => ({ name, port, restPort })),
    }),
  );
  const proxy = new Part({
    ...{ name: 'haproxy', logs, command: programs.haproxy, args: ['-db', '-f', proxyFile] },
    // It serves as soon as it accepts; whether a process behind it is ready is another question.
    ready: async () => void (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) })),
  });
  const parts = [...etcd, ...postgres.map(({ part }) => part), proxy, ...apis, ...engines];
  const stop = async () => {
    await Promise.all([...engines, ...apis].map((part) => part.stop()));
    await proxy.stop(2_000);
    await Promise.all(postgres.map(({ part }) => part.stop()));
    await Promise.all(etcd.map((part) => part.stop(3_000)));
    await rm(folder, { recursive: true, force: true });
    process.off('exit', killAll);
  };
  // Whatever ends this process, nothing goes on without it.
  const killAll = () => {
    for (const part of parts) part.killNow();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', killAll);
  const withRole = async (wanted: 'primary' | 'standby') => {
    for (const node of postgres) if ((await node.role()) === wanted) return node;
    return null;
  };
  const whole = wholeness({ parts, postgres, password, primary: () => withRole('primary') });
  try {
    say(`The folder is ${folder}`);
    await startDatabase({ etcd, postgres, proxy, password, say });
    // The first one fills the database; the others find it filled.
    const [filler, ...rest] = [...apis, ...engines];
    await filler?.start();
    for (const part of rest) part.launch();
    for (const part of rest) await part.serving(120_000);
    say(`${[...apis, ...engines].map(({ name }) => name).join(', ')} serve behind HAProxy at ${url}`);
    const { apiKey } = JSON.parse(
      await readFile(path.join(folder, apis[0]?.name ?? '', 'demo.json'), 'utf8'),
    ) as { apiKey: string };
    return {
      ...{ folder, url, databaseUrl, apiKey, etcd, postgres, apis, engines, proxy, whole, stop },
      primary: () => withRole('primary'),
      standby: () => withRole('standby'),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The processes of the product, which share a database and a secret key. */
async function productParts({
  options,
  folder,
  logs,
  env,
  nextPort,
}: {
  readonly options: ClusterOptions;
  readonly folder: string;
  readonly logs: string;
  readonly env: NodeJS.ProcessEnv;
  readonly nextPort: () => Promise<number>;
}) {
  const secretKey = randomBytes(32).toString('base64');
  const ports = new Map<string, number>();
  const some = async (services: 'api' | 'engine', count: number) => {
    const parts: Part[] = [];
    for (let index = 1; index <= count; index++) {
      const [name, port] = [`${services}${index}`, await nextPort()];
      ports.set(name, port);
      parts.push(
        new Part({
          ...{ name, logs, command: process.execPath },
          args: [serverEntry(), '--port', String(port), '--data', path.join(folder, name), ...options.args],
          env: {
            ...{ ...process.env, INIT_CWD: '', ALLCLEAR_SECRET_KEY: secretKey, ALLCLEAR_SERVICES: services },
            ...{ ALLCLEAR_TRUST_PROXY: '1', ALLCLEAR_READS_PER_MINUTE: '100000000', ...env, ...options.env },
          },
          ready: () => expectOk(`http://127.0.0.1:${port}/readyz`),
        }),
      );
    }
    return parts;
  };
  return { apis: await some('api', options.apis), engines: await some('engine', options.engines), ports };
}

/** Starts etcd, a primary with the database of the product, its standby, and the proxy that leads to the primary. */
async function startDatabase({
  etcd,
  postgres,
  proxy,
  password,
  say,
}: Pick<Cluster, 'etcd' | 'postgres' | 'proxy'> & {
  readonly password: string;
  readonly say: (line: string) => void;
}): Promise<void> {
  for (const part of etcd) part.launch();
  for (const part of etcd) await part.serving(60_000);
  say(`${etcd.map(({ name }) => name).join(', ')}: one etcd`);
  const [first, ...others] = postgres;
  if (!first) throw new Error('There is no PostgreSQL.');
  await first.part.start();
  while ((await first.role()) !== 'primary') await pause(200);
  await createDatabase(first.port, password);
  for (const { part } of others) await part.start();
  await proxy.start();
  while (!(await hasSynchronousStandby(first.port, password))) await pause(300);
  say(`${postgres.map(({ part }) => part.name).join(', ')}: a primary and its synchronous standby`);
}

/** What resolves when every part serves and the standby is synchronous, and throws when that takes too long. */
function wholeness({
  parts,
  postgres,
  password,
  primary: primaryNow,
}: Pick<Cluster, 'postgres' | 'primary'> & {
  readonly parts: readonly Part[];
  readonly password: string;
}): Cluster['whole'] {
  /** What is still missing; null when everything is there. */
  const missing = async (): Promise<string | null> => {
    const primary = await primaryNow();
    if (primary === null) return `no primary; of the last one:\n${postgres[0]?.part.lastLines()}`;
    if (!(await hasSynchronousStandby(primary.port, password)))
      return `no synchronous standby:\n${postgres.find((node) => node !== primary)?.part.lastLines()}`;
    const failures = await Promise.allSettled(parts.map((part) => part.serving(3_000)));
    const failed = failures.find((one) => one.status === 'rejected');
    return failed ? String(failed.reason) : null;
  };
  return async (withinMs) => {
    const began = performance.now();
    for (let what = await missing(); what !== null; what = await missing()) {
      if (performance.now() - began > withinMs)
        throw new Error(`The cluster was not whole again after ${withinMs / 1000} s: ${what}`);
      await pause(300);
    }
  };
}
