import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openLiveHttpClient } from '@allclear/adapters';
import { startEmbeddedPostgres } from '../../platform/database/embedded/postgres.ts';
import { createSecretBox, type SecretBox } from '../../platform/secrets/secret-box.ts';
import { readSecretKeys } from '../../platform/secrets/secret-key.ts';
import type { BaseSettings } from '../../platform/settings/base-settings.ts';
import type { MonitoringSettings } from '../settings.ts';
import { checkDatabase } from './check-database.ts';
import {
  checkAddress,
  checkBackup,
  checkDiskOf,
  checkFfmpeg,
  checkFolder,
  checkKey,
  checkNode,
  checkPort,
} from './check-machine.ts';
import { checkMail, checkServices, liveServices } from './check-network.ts';
import { readDatabaseState } from './doctor.store.ts';
import { checked, type Finding, note, wrong } from './finding.ts';

export interface ExaminedInstallation {
  readonly base: BaseSettings;
  readonly ffmpeg: string;
  /** As `ALLCLEAR_DEVICE_NETWORKS` has them. */
  readonly networks: string;
  readonly heartbeatUrl: string | null;
}

/** From the settings of all subjects, as the configuration has them by name. */
export function installationOf(
  base: BaseSettings,
  subjects: Readonly<Record<string, unknown>>,
): ExaminedInstallation {
  const { ffmpeg } = subjects.cameras as { readonly ffmpeg: string };
  const { networks } = subjects.hardware as { readonly networks: string };
  const { heartbeatUrl } = subjects.monitoring as MonitoringSettings;
  return { base, ffmpeg, networks, heartbeatUrl };
}

/** Everything that can be found out about an installation without changing it; also while its server runs. */
export async function examine(
  { base, ffmpeg, networks, heartbeatUrl }: ExaminedInstallation,
  { wallNow, services = liveServices }: { wallNow: () => number; services?: readonly string[] },
): Promise<Finding[]> {
  const { data } = base;
  const isLive = base.weather.kind === 'live';
  const folder = await checkFolder(data);
  const hasFolder = folder.every(({ kind }) => kind === 'right') || existsSync(data);
  const hasDatabase = base.databaseUrl !== null || existsSync(path.join(data, 'pg'));
  const all = await Promise.all([
    checked('Node', () => [checkNode(process.versions.node)]),
    folder,
    checked('The disk', async () => (hasFolder ? [await checkDiskOf(data)] : [])),
    checked('The port', async () => [await checkPort(base)]),
    checked('The secret key', async () => [await checkKey({ ...base, hasDatabase })]),
    checked('The addresses', () => [checkAddress(base)]),
    checked('ffmpeg', () => [checkFfmpeg(ffmpeg)]),
    checked('The mail server', async () => [await checkMail(base)]),
    checked('The last backup', async () => [await checkBackup(data, wallNow())]),
    checked('The services of live weather', () => (isLive ? checkLiveServices(base, services, wallNow) : [])),
    checked('The database', async () => {
      if (!hasDatabase) return [note('There is no database yet: the first start makes it.')];
      const state = await withUrl(base, readDatabaseState);
      return checkDatabase(state, { wallNow: wallNow(), isLive, networks, secrets: await secretsOf(base) });
    }),
  ]);
  if (isLive && heartbeatUrl === null)
    all.push([
      note(
        'No heartbeat goes out (ALLCLEAR_HEARTBEAT_URL): nobody is notified when this machine itself fails.',
      ),
    ]);
  return all.flat();
}

async function checkLiveServices(
  base: BaseSettings,
  services: readonly string[],
  wallNow: () => number,
): Promise<Finding[]> {
  const { contact, proxy, allowPrivateAddresses } = base;
  const userAgent = `Allclear (${contact})`;
  const http = openLiveHttpClient({ userAgent, proxy, allowPrivateAddresses });
  try {
    return await checkServices(http, services, wallNow);
  } finally {
    await http.close();
  }
}

async function withUrl<Result>(
  { databaseUrl, data }: BaseSettings,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== null) return work(databaseUrl);
  const postgres = await startEmbeddedPostgres({ folder: data, log: () => {} });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** Without making a key where there is none. */
async function secretsOf({ secretKeys, data }: BaseSettings): Promise<SecretBox | null> {
  const text = await readFile(path.join(data, 'secret-key'), 'utf8').catch(() => null);
  const keys = secretKeys ?? (text === null ? null : readSecretKeys(text.trim()));
  if (keys === null) return null;
  const [current, ...older] = keys;
  return createSecretBox(current, older);
}

export const badSettings = (problems: readonly string[]): Finding[] =>
  problems.map((problem) => wrong(problem));
