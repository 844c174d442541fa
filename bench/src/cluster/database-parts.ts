import { readFileSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Programs } from './packages.ts';
import { Part } from './part.ts';

const etcdNodes = 3;
const postgresNodes = 2;
/** How long the leader's key lasts without its Patroni, s: Patroni's minimum. A lost primary is noticed after it. */
const leaderTtlSeconds = 20;

export interface DatabaseParts {
  readonly etcd: readonly Part[];
  /** Patroni with its PostgreSQL, one part each: what a machine holds. */
  readonly postgres: readonly PostgresNode[];
}

export interface PostgresNode {
  readonly part: Part;
  readonly port: number;
  readonly restPort: number;
  /** Whether it is the primary now; null when it does not answer. */
  role(): Promise<'primary' | 'standby' | null>;
}

export interface DatabaseContext {
  readonly programs: Programs;
  readonly folder: string;
  readonly logs: string;
  readonly password: string;
  nextPort(): Promise<number>;
}

/** etcd on three nodes, and PostgreSQL on two under Patroni, the second one as a synchronous standby. */
export async function databaseParts(context: DatabaseContext): Promise<DatabaseParts> {
  const { programs, folder, logs } = context;
  const nodes: { name: string; client: number; peer: number }[] = [];
  for (let index = 0; index < etcdNodes; index++)
    nodes.push({
      name: `etcd${index + 1}`,
      client: await context.nextPort(),
      peer: await context.nextPort(),
    });
  const cluster = nodes.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join(',');
  const etcd = nodes.map(({ name, client, peer }) => {
    const address = `http://127.0.0.1:${client}`;
    const peerAddress = `http://127.0.0.1:${peer}`;
    return new Part({
      ...{ name, logs, command: programs.etcd },
      // Debian's etcd warns of processors that it does not support otherwise.
      env: { ...process.env, ETCD_UNSUPPORTED_ARCH: process.arch === 'arm64' ? 'arm64' : '' },
      args: [
        ...['--name', name, '--data-dir', path.join(folder, name), '--logger', 'zap'],
        ...['--listen-client-urls', address, '--advertise-client-urls', address],
        ...['--listen-peer-urls', peerAddress, '--initial-advertise-peer-urls', peerAddress],
        ...['--initial-cluster', cluster, '--initial-cluster-token', path.basename(folder)],
        // Several programs share these cores: a leader that is slow for a moment is not lost.
        ...['--heartbeat-interval', '250', '--election-timeout', '2500'],
      ],
      ready: () => expectOk(`${address}/health`),
    });
  });
  const postgres: PostgresNode[] = [];
  for (let index = 0; index < postgresNodes; index++)
    postgres.push(
      await postgresNode(
        context,
        `postgres${index + 1}`,
        nodes.map(({ client }) => `127.0.0.1:${client}`),
      ),
    );
  return { etcd, postgres };
}

async function postgresNode(
  { programs, folder, logs, password, nextPort }: DatabaseContext,
  name: string,
  etcdHosts: readonly string[],
): Promise<PostgresNode> {
  const { user, patroni } = programs;
  const home = path.join(folder, name);
  const [port, restPort] = [await nextPort(), await nextPort()];
  await mkdir(home, { mode: 0o700 });
  const data = path.join(home, 'data');
  const file = path.join(home, 'patroni.json');
  const roleOf = { username: 'postgres', password };
  // JSON is YAML.
  const settings = {
    ...{ scope: 'allclear', name },
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: etcdHosts },
    bootstrap: {
      dcs: {
        ...{ ttl: leaderTtlSeconds, loop_wait: 3, retry_timeout: 5, maximum_lag_on_failover: 1_048_576 },
        // What was acknowledged is on the standby: no promotion loses it.
        synchronous_mode: true,
        // A primary whose PostgreSQL ended is not waited for.
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 300 } },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
        'local all all scram-sha-256',
      ],
    },
    postgresql: {
      ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` },
      ...{ data_dir: data, bin_dir: programs.postgres, pgpass: path.join(home, 'pgpass') },
      authentication: {
        superuser: roleOf,
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
      // Not after the next checkpoint, which may be minutes away.
      basebackup: [{ checkpoint: 'fast' }],
      parameters: {
        unix_socket_directories: home,
        shared_buffers: '128MB',
        // A connection of a machine that is gone ends within a minute.
        ...{ tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 },
      },
    },
    watchdog: { mode: 'off' },
  };
  await writeFile(file, JSON.stringify(settings, null, 1), { mode: 0o600 });
  if (user) for (const at of [home, file]) await chown(at, user.uid, user.gid);
  const rest = `http://127.0.0.1:${restPort}`;
  const part = new Part({
    ...{ name, logs, command: patroni, args: [file], user, cwd: home },
    env: { PATH: `${programs.postgres}:/usr/bin:/bin`, HOME: home, LANG: 'C.UTF-8' },
    others: () => postmasterOf(data),
    ready: () => expectOk(`${rest}/health`),
  });
  return {
    ...{ part, port, restPort },
    async role() {
      if (await isOk(`${rest}/primary`)) return 'primary';
      return (await isOk(`${rest}/replica`)) ? 'standby' : null;
    },
  };
}

/** The process of PostgreSQL in a folder; none when it does not run. */
function postmasterOf(data: string): number[] {
  try {
    const id = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return id > 1 ? [id] : [];
  } catch {
    return [];
  }
}

async function isOk(address: string): Promise<boolean> {
  return expectOk(address).then(
    () => true,
    () => false,
  );
}

export async function expectOk(address: string): Promise<void> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
}

/** Makes the database and the role of the product. */
export async function createDatabase(primaryPort: number, password: string): Promise<void> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${primaryPort}/postgres`,
  });
  await client.connect();
  try {
    await client.query(`create role allclear login password '${password}'`);
    await client.query('create database allclear owner allclear');
  } finally {
    await client.end();
  }
}

/** Whether the standby is synchronous: only then a failover is possible, and loses nothing. */
export async function hasSynchronousStandby(primaryPort: number, password: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${primaryPort}/postgres`,
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`select 1 from pg_stat_replication where sync_state = 'sync'`);
    return rows.length > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
