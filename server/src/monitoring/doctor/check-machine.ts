import { constants } from 'node:fs';
import { access, readFile, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { findProgram, openLiveHttpClient } from '@allclear/adapters';
import { readLastBackup } from '../../platform/database/backup/back-up.ts';
import { portFailure } from '../../platform/http/free-port.ts';
import { readSecretKeys } from '../../platform/secrets/secret-key.ts';
import type { BaseSettings } from '../../platform/settings/base-settings.ts';
import { type Finding, note, right, wrong } from './finding.ts';

/** The oldest that runs TypeScript as it is. */
const leastNode = [22, 18] as const;
const secretFiles = ['secret-key', 'pg-password', 'pg-app-password', 'demo.json', 'setup-code'] as const;
const lowBytes = 2_000_000_000;
const lowPart = 0.05;
const dayMs = 86_400_000;

/** @param version as in `process.versions.node` */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < leastNode[0] || (major === leastNode[0] && minor < leastNode[1]);
  return isOld
    ? wrong(`Node is ${version}; Allclear needs ${leastNode.join('.')} or later. npm start brings its own.`)
    : right(`Node is ${version}.`);
}

export async function checkFolder(data: string): Promise<Finding[]> {
  const there = await stat(data).catch(() => null);
  if (there === null)
    return [wrong(`The data folder ${data} is not there. Name it with --data, or start Allclear once.`)];
  if (!there.isDirectory()) return [wrong(`The data folder ${data} is no folder.`)];
  const canWrite = await access(data, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!canWrite) return [wrong(`The data folder ${data} may not be written to by this user.`)];
  const findings: Finding[] = [];
  for (const name of secretFiles) {
    const file = await stat(path.join(data, name)).catch(() => null);
    if (file !== null && (file.mode & 0o077) !== 0)
      findings.push(wrong(`Other users may read ${path.join(data, name)}: chmod 600 it.`));
  }
  return [...findings, ...(findings.length === 0 ? [right(`The data folder is ${data}.`)] : [])];
}

/** Bytes that are free, and all there are. */
export function checkDisk(data: string, free: number, total: number): Finding {
  const size = `${(free / 1e9).toFixed(1)} of ${(total / 1e9).toFixed(1)} GB are free on the disk of ${data}`;
  return free < lowBytes || free < total * lowPart
    ? wrong(`${size}: when it is full nothing can be stored, and so nothing is observed.`)
    : right(`${size}.`);
}

export async function checkDiskOf(data: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(data);
  return checkDisk(data, bavail * bsize, blocks * bsize);
}

/** A server that runs holds its port, and says whether it is ready. */
export async function checkPort({ host, port }: Pick<BaseSettings, 'host' | 'port'>): Promise<Finding> {
  const failure = await portFailure(host, port);
  if (failure === null) return note(`No server runs: port ${port} is free.`);
  const answer = await readyAt(port);
  if (answer === 'ready') return right(`A server runs on port ${port} and is ready.`);
  if (answer === 'not ready')
    return wrong(
      `A server runs on port ${port} and is not ready: its database does not answer, or it is starting.`,
    );
  return wrong(failure);
}

async function readyAt(port: number): Promise<'ready' | 'not ready' | null> {
  const http = openLiveHttpClient({ userAgent: 'Allclear doctor', proxy: null });
  try {
    const url = `http://127.0.0.1:${port}/readyz`;
    const { bytes } = await http.exchange({ source: 'doctor', url, timeoutMs: 5_000, maxBytes: 10_000 });
    const { status } = JSON.parse(Buffer.from(bytes).toString()) as { status?: unknown };
    return status === 'ready' || status === 'not ready' ? status : null;
  } catch {
    return null;
  } finally {
    await http.close();
  }
}

/** Where the key is; the start makes a new one only for a new installation. */
export async function checkKey({
  data,
  secretKeys,
  hasDatabase,
}: Pick<BaseSettings, 'data' | 'secretKeys'> & { hasDatabase: boolean }): Promise<Finding> {
  if (secretKeys !== null) return right('The secret key is that of ALLCLEAR_SECRET_KEY.');
  const file = path.join(data, 'secret-key');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null)
    return hasDatabase
      ? wrong(
          `The secret key ${file} is missing: second factors and links cannot be read. Bring it back from its copy before the next start, which would make another.`,
        )
      : note('There is no secret key yet: the first start makes one.');
  return readSecretKeys(text.trim()) === null
    ? wrong(`The file ${file} is no secret key of 32 bytes: bring it back from its copy.`)
    : right(`The secret key is ${file}. Keep a copy of it apart from the backups.`);
}

export function checkAddress({
  url,
  trustProxy,
  port,
}: Pick<BaseSettings, 'url' | 'trustProxy' | 'port'>): Finding {
  const { protocol, hostname } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  const isTrusting = trustProxy.kind !== 'none';
  if (protocol === 'http:' && !isLocal)
    return wrong(
      `ALLCLEAR_URL is ${url}: browsers sign in over https or on localhost only. Put a proxy with TLS in front.`,
    );
  if (protocol === 'https:' && !isTrusting)
    return wrong(
      `ALLCLEAR_URL is ${url}, so that a proxy stands in front, and ALLCLEAR_TRUST_PROXY names none: all people count as one address, and share its limits.`,
    );
  if (isLocal && isTrusting)
    return wrong(
      `ALLCLEAR_TRUST_PROXY is set, and ALLCLEAR_URL is ${url}: set it to the address of the proxy.`,
    );
  return right(`People reach it at ${url}${isLocal ? ` (this machine only; port ${port})` : ''}.`);
}

export function checkFfmpeg(command: string): Finding {
  const program = findProgram(command);
  if (program !== null) return right(`ffmpeg is ${program}.`);
  return command === 'ffmpeg'
    ? note('There is no ffmpeg: live cameras with RTSP cannot be watched.')
    : wrong(`ALLCLEAR_FFMPEG is ${command}, which is no program that can be run.`);
}

export async function checkBackup(data: string, now: number): Promise<Finding> {
  const last = await readLastBackup(data);
  if (last === null) return note('No backup was made by npm run backup.');
  const days = (now - last.at) / dayMs;
  const text = `The last backup is of ${new Date(last.at).toISOString()} (${last.file})`;
  return days > 2 ? wrong(`${text}: more than two days old.`) : right(`${text}.`);
}
