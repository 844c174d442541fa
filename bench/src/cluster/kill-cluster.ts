import { setTimeout as pause } from 'node:timers/promises';
import type { Policy } from '@allclear/contract';
import { startSmsGateway } from '@allclear/server/test/sms-gateway-stand-in.ts';
import { percentile, random } from '../measure.ts';
import { ClusterLoad, clearMinutes, type LoadFigures } from './cluster-load.ts';
import type { Programs } from './packages.ts';
import type { Part } from './part.ts';
import { judgeSent, type SentFigures } from './sent-once.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

export const killKinds = [
  'api',
  'api-paused',
  'engine',
  'engine-paused',
  'haproxy',
  'primary',
  'standby',
  'etcd',
] as const;
export type KillKind = (typeof killKinds)[number];

/** Nothing may be unknown for longer than this after a kill, real ms. */
const unknownLimitMs = 30_000;
/** A part that was killed is started again after this, as systemd or a person would, real ms. */
const startAgainMs = 5_000;
const pausedMs = 25_000;
const people = 3;
/** Seconds of weather per second: the shortest all clear takes two minutes. */
const speed = 5;

interface KillFigures {
  readonly kills: number;
  /** The longest stretch without a known answer around each kill, real ms. */
  readonly unknownMs: { readonly median: number; readonly longest: number };
}

export interface ClusterFigures {
  readonly rounds: number;
  readonly byKind: Partial<Record<KillKind, KillFigures>>;
  readonly load: LoadFigures;
  readonly sent: SentFigures;
  readonly findings: readonly string[];
}

interface Rounds {
  readonly rounds: number;
  readonly seed: number;
  readonly kinds: readonly KillKind[];
  readonly say: (line: string) => void;
}

/** Kills each kind of part in each round, in an order of the seed, under load, and judges what came of it. */
export async function killCluster(
  programs: Programs,
  { rounds, seed, kinds, say }: Rounds,
): Promise<ClusterFigures> {
  const next = random(seed);
  const gateway = await startSmsGateway();
  const findings: string[] = [];
  const cluster = await startCluster(programs, {
    ...{ apis: 3, engines: 2, say },
    args: ['--seed', 'demo', '--scenario', 'quiet', '--speed', String(speed)],
    env: {
      LOG_LEVEL: 'info',
      ALLCLEAR_DEMONSTRATION_DEVICES: 'false',
      ALLCLEAR_SMS_GATEWAY_URL: gateway.url,
      ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true',
    },
  });
  try {
    const load = new ClusterLoad(cluster.url, cluster.apiKey, random(seed + 1));
    await prepare(load);
    await load.start();
    await pause(5_000);
    const unknown = new Map<KillKind, number[]>();
    for (let round = 1; round <= rounds; round++) {
      for (const kind of shuffled(kinds, next)) {
        const { name, unknownMs } = await killOne(cluster, load, kind, next);
        unknown.set(kind, [...(unknown.get(kind) ?? []), unknownMs]);
        say(`round ${round}: ${kind} (${name}): unknown for ${(unknownMs / 1000).toFixed(1)} s`);
        if (unknownMs > unknownLimitMs)
          findings.push(
            `After ${kind} (${name}) the answer was unknown for ${Math.round(unknownMs / 1000)} s`,
          );
      }
      for (const finding of load.findings) say(`WRONG: ${finding}`);
    }
    load.isStorming = false;
    // All clears are due, and deliveries.
    say('No strike comes any more: all clears are due');
    await pause(((clearMinutes + 6) * 60_000) / speed);
    await load.stop();
    const { figures: sent, findings: ofSent } = await judgeSent(cluster.databaseUrl, gateway, {
      ...{ strikes: load.strikes, clearMinutes },
    });
    return {
      rounds,
      byKind: Object.fromEntries(
        [...unknown].map(([kind, all]) => [
          kind,
          {
            kills: all.length,
            unknownMs: { median: Math.round(percentile(all, 0.5)), longest: Math.round(Math.max(...all)) },
          },
        ]),
      ),
      ...{ load: load.figures(), sent },
      findings: [...findings, ...load.findings, ...ofSent, ...nothingHappened(load.figures(), sent)],
    };
  } finally {
    await cluster.stop();
    await gateway.close();
  }
}

/** A run in which there was nothing to judge proves nothing. */
function nothingHappened(load: LoadFigures, sent: SentFigures): string[] {
  const counts = { ...load, ...sent };
  const needed = [
    'clearZones',
    'delayedZones',
    'strikes',
    'closureChanges',
    'streamEvents',
    'warnings',
    'messages',
  ] as const;
  return needed.flatMap((name) => (counts[name] > 0 ? [] : [`Nothing was judged: there were no ${name}`]));
}

/** The shortest all clear, and people who get messages. */
async function prepare(load: ClusterLoad): Promise<void> {
  for (const { id, policyTypeShortName } of await load.call<Policy[]>('GET', 'policy'))
    if (policyTypeShortName.startsWith('LR'))
      await load.call('PATCH', 'policy', { id, allClearMinutes: clearMinutes, reAlertMinutes: 0 });
  for (let index = 0; index < people; index++)
    await load.call('POST', 'notificationuser', {
      ...{ firstName: 'Person', lastName: String(index), phoneNumber: `+1813555010${index}` },
      ...{ smsNotifications: true, emailNotifications: false },
    });
}

async function killOne(
  cluster: Cluster,
  load: ClusterLoad,
  kind: KillKind,
  next: () => number,
): Promise<{ name: string; unknownMs: number }> {
  await pause(next() * 2_000);
  const part = await victimOf(cluster, kind, next);
  const began = performance.now();
  if (kind.endsWith('-paused')) {
    part.pause();
    await pause(pausedMs);
    part.resume();
  } else {
    await part.kill();
    // One that comes back at once would be the primary again: the standby is to take over.
    if (kind === 'primary') await promoted(cluster);
    await pause(startAgainMs);
    part.launch();
  }
  await load.answered(120_000);
  await cluster.whole(120_000);
  await load.answered(60_000);
  return { name: part.name, unknownMs: load.longestUnknownSince(began) };
}

async function promoted(cluster: Cluster): Promise<void> {
  const began = performance.now();
  while ((await cluster.primary()) === null) {
    if (performance.now() - began > 90_000) throw new Error('No standby became the primary within 90 s.');
    await pause(200);
  }
}

async function victimOf(cluster: Cluster, kind: KillKind, next: () => number): Promise<Part> {
  const oneOf = (parts: readonly Part[]) => parts[Math.floor(next() * parts.length)];
  const node =
    kind === 'primary' ? await cluster.primary() : kind === 'standby' ? await cluster.standby() : null;
  const part = {
    api: () => oneOf(cluster.apis),
    'api-paused': () => oneOf(cluster.apis),
    engine: () => oneOf(cluster.engines),
    'engine-paused': () => oneOf(cluster.engines),
    haproxy: () => cluster.proxy,
    primary: () => node?.part,
    standby: () => node?.part,
    etcd: () => oneOf(cluster.etcd),
  }[kind]();
  if (!part) throw new Error(`There is no ${kind} to kill.`);
  return part;
}

function shuffled<T>(values: readonly T[], next: () => number): T[] {
  const rest = [...values];
  return values.flatMap(() => rest.splice(Math.floor(next() * rest.length), 1));
}
