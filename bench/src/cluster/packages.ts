import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where the programs of the cluster are that are not part of the product. */
export interface Programs {
  readonly haproxy: string;
  readonly etcd: string;
  readonly patroni: string;
  /** The folder of the programs of PostgreSQL. */
  readonly postgres: string;
  /** PostgreSQL does not run as root: the user that it runs as instead; null for the user of this process. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
}

const places = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
const postgresVersions = [18, 17, 16, 15];

function find(program: string): string | null {
  return places.map((folder) => `${folder}/${program}`).find((file) => existsSync(file)) ?? null;
}

/** The programs, or what is missing: one sentence each. */
export function findPrograms(): Programs | readonly string[] {
  const [haproxy, etcd, patroni] = [find('haproxy'), find('etcd'), find('patroni')];
  const postgres = postgresVersions
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => existsSync(`${folder}/postgres`));
  const user = process.getuid?.() === 0 ? postgresUser() : null;
  const missing = [
    ...(haproxy === null ? ['HAProxy is not installed (Debian: haproxy).'] : []),
    ...(etcd === null ? ['etcd is not installed (Debian: etcd-server).'] : []),
    ...(patroni === null ? ['Patroni is not installed (Debian: patroni).'] : []),
    ...(postgres === undefined ? ['PostgreSQL 15 or later is not installed (Debian: postgresql-15).'] : []),
    ...(user === undefined ? ['PostgreSQL does not run as root, and there is no user postgres.'] : []),
  ];
  if (haproxy === null || etcd === null || patroni === null || postgres === undefined || user === undefined)
    return missing;
  return { haproxy, etcd, patroni, postgres, user };
}

function postgresUser(): { uid: number; gid: number } | undefined {
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return undefined;
  }
}
