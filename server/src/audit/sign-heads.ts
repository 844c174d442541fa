import { open } from 'node:fs/promises';
import path from 'node:path';
import { systemActor } from '../platform/actor.ts';
import { type Clock, liveClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Loop, Platform } from '../platform/subject.ts';
import { headLine, type SignedHead, signHead } from './signed-head.ts';
import type { GetSigningKey } from './signing-key.ts';
import { insertHeads, readLastSigning, readUnsignedHeads } from './store.ts';

export const headsFileName = 'audit-heads.jsonl';

const actor = systemActor('audit');
const dayMs = 86_400_000;
/** Heads are signed at 00:05 UTC. */
const signsAtMs = 5 * 60_000;
const restMs = 60_000;

/**
 * Told of heads that were signed together, in the transaction that stores them: what it queues is queued with them, or
 * not at all.
 */
export type HeadsListener = (transaction: Database, heads: readonly SignedHead[]) => Promise<void>;

export interface HeadSigning {
  readonly db: Database;
  /** The folder of the file with all signed heads. */
  readonly folder: string;
  readonly key: GetSigningKey;
  readonly listeners: ReadonlySet<HeadsListener>;
  /** Epoch ms. */
  readonly wallNow: () => number;
}

/** Signs the head of every chain that has new entries: into the store, into the file, and to the listeners. */
export async function signHeads({ db, folder, key, listeners, wallNow }: HeadSigning): Promise<SignedHead[]> {
  const signingKey = await key();
  return db.transaction().execute(async (transaction) => {
    const signedAt = new Date(wallNow()).toISOString();
    const unsigned = await readUnsignedHeads(transaction);
    const heads = unsigned.map((head) => signHead(signingKey, { ...head, signedAt }));
    if (heads.length === 0) return heads;
    await insertHeads(transaction, actor, heads);
    for (const listener of listeners) await listener(transaction, heads);
    // Before the commit: a head may stand in the file twice, but none that is stored is missing there.
    await appendLines(path.join(folder, headsFileName), heads.map(headLine));
    return heads;
  });
}

async function appendLines(file: string, lines: readonly string[]): Promise<void> {
  const handle = await open(file, 'a', 0o640);
  try {
    await handle.appendFile(`${lines.join('\n')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The newest 00:05 UTC that has passed, epoch ms. */
export function lastSigningTime(now: number): number {
  return Math.floor((now - signsAtMs) / dayMs) * dayMs + signsAtMs;
}

/**
 * Signs each day at 00:05 UTC of the wall clock, at the start where that was missed, and at the stop. The engine runs
 * it, so that one process of a database signs.
 */
export function headSigningLoop(
  signing: HeadSigning,
  { log, sleep = liveClock().sleep }: { log: Platform['log']; sleep?: Clock['sleep'] },
): Loop {
  const attempt = async () => {
    try {
      await signHeads(signing);
      return true;
    } catch (error) {
      log.error({ err: error }, 'the heads of the audit could not be signed');
      return false;
    }
  };
  return {
    name: 'audit-heads',
    async run(signal) {
      let signedFor = (await readLastSigning(signing.db)) ?? Number.NEGATIVE_INFINITY;
      while (!signal.aborted) {
        const due = lastSigningTime(signing.wallNow());
        if (signedFor < due && (await attempt())) signedFor = due;
        await sleep(restMs, signal);
      }
      await attempt();
    },
  };
}
