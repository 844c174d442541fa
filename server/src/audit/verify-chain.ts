import { hash } from 'node:crypto';
import { noPreviousHash } from '@allclear/domain';
import { z } from 'zod';
import type { Database } from '../platform/database/database.ts';
import { isHeadSigned, type SignedHead, type SigningKey } from './signed-head.ts';
import { findEntry, readChainHead, readHeads, readInOrder, type StoredEntry } from './store.ts';

/** The first entry of a chain that is wrong. */
export interface ChainFault {
  readonly sequence: number;
  /** A sentence for people. */
  readonly what: string;
}

/** The last entry that was verified; number 0 before the first. */
export interface Verified {
  readonly sequence: number;
  readonly hash: string;
  /** When the first and the last verified entry were made; null before any was. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
}

export const nothingVerified: Verified = {
  ...{ sequence: 0, hash: noPreviousHash, firstAt: null, lastAt: null },
};

export interface ChainReport {
  readonly verified: Verified;
  readonly fault: ChainFault | null;
  /** How many entries the chain has by its own count. */
  readonly entries: number;
  /** How many signed heads fit. */
  readonly heads: number;
  readonly newestHead: SignedHead | null;
}

const batchSize = 500;

const entryFields = z.object({
  format: z.literal(1),
  chain: z.string(),
  sequence: z.number(),
  previous: z.string(),
  at: z.string(),
  action: z.string(),
  recordId: z.string().nullable(),
  actor: z.object({ id: z.string() }),
});

/**
 * Verifies a chain of the store from `from` to its newest entry: every entry has its hash and the hash before it, the
 * columns that are searched say what it says, and every signed head fits. The signatures are verified with `key`.
 * Reads in batches, so that nothing else of the process waits.
 */
export async function verifyChain(
  db: Database,
  chain: string,
  {
    key,
    from = nothingVerified,
    given = [],
  }: {
    key: Pick<SigningKey, 'publicKey'>;
    from?: Verified;
    /** Heads of this chain that were kept elsewhere. */
    given?: readonly SignedHead[];
  },
): Promise<ChainReport> {
  // Read first: what is added or signed meanwhile is left for the next time.
  const stored = await readHeads(db, chain);
  const newest = await readChainHead(db, chain);
  const newestHead = stored.at(-1) ?? null;
  const heads = [...stored, ...given];
  const report = (verified: Verified, fault: ChainFault | null): ChainReport => ({
    ...{ verified, fault, newestHead, entries: newest.sequence },
    heads: heads.filter(({ sequence }) => sequence <= verified.sequence).length,
  });
  const headFault = signatureFault(heads, key) ?? (await startFault(db, chain, from));
  if (headFault) return report(nothingVerified, headFault);
  const signedHashes = Map.groupBy(heads, ({ sequence }) => sequence);
  let verified = from;
  while (verified.sequence < newest.sequence) {
    const range = { after: verified.sequence, through: newest.sequence, limit: batchSize };
    const entries = await readInOrder(db, chain, range);
    for (const entry of entries) {
      const fault = faultOf(entry, chain, verified, signedHashes);
      if (fault) return report(verified, fault);
      const at = entry.at.toISOString();
      verified = { sequence: entry.sequence, hash: entry.hash, firstAt: verified.firstAt ?? at, lastAt: at };
    }
    if (entries.length < batchSize) break;
  }
  const signedThrough = heads.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  return report(verified, await endFault(db, newest, verified, signedThrough));
}

function signatureFault(heads: readonly SignedHead[], key: Pick<SigningKey, 'publicKey'>): ChainFault | null {
  const wrong = heads.find((head) => !isHeadSigned(key, head));
  return wrong
    ? {
        sequence: wrong.sequence,
        what: `The signed head of entry ${wrong.sequence} was not signed by this installation.`,
      }
    : null;
}

/** What was verified before is still there. */
async function startFault(db: Database, chain: string, from: Verified): Promise<ChainFault | null> {
  if (from.sequence === 0) return null;
  const entry = await findEntry(db, chain, from.sequence);
  if (entry?.hash === from.hash) return null;
  return {
    sequence: from.sequence,
    what: `Entry ${from.sequence} was ${entry ? 'changed' : 'removed'} after it had been verified.`,
  };
}

function faultOf(
  entry: StoredEntry,
  chain: string,
  before: Verified,
  signedHashes: ReadonlyMap<number, readonly SignedHead[]>,
): ChainFault | null {
  const sequence = before.sequence + 1;
  const fault = (what: string): ChainFault => ({ sequence, what });
  if (entry.sequence !== sequence)
    return fault(`Entry ${sequence} was removed: entry ${entry.sequence} follows entry ${before.sequence}.`);
  if (hash('sha256', entry.body) !== entry.hash)
    return fault(`Entry ${sequence} was changed: its hash is another one.`);
  const fields = entryFields.safeParse(parsed(entry.body)).data;
  if (!fields) return fault(`Entry ${sequence} was changed: it is no entry of this format.`);
  if (fields.chain !== chain || fields.sequence !== sequence)
    return fault(
      `Entry ${fields.sequence} of chain ${fields.chain} was moved to the place of entry ${sequence}.`,
    );
  if (fields.previous !== before.hash)
    return fault(`Entry ${sequence} does not follow entry ${before.sequence}: one of them was changed.`);
  const columnsFit =
    entry.at.toISOString() === fields.at &&
    entry.action === fields.action &&
    entry.actorId === fields.actor.id &&
    entry.recordId === fields.recordId;
  if (!columnsFit) return fault(`The columns by which entry ${sequence} is searched were changed.`);
  if (signedHashes.get(sequence)?.some((head) => head.hash !== entry.hash))
    return fault(`Entry ${sequence} or one before it was changed: the signed head has another hash.`);
  return null;
}

async function endFault(
  db: Database,
  newest: { readonly chain: string; readonly sequence: number; readonly hash: string },
  verified: Verified,
  signedThrough: number,
): Promise<ChainFault | null> {
  const sequence = verified.sequence + 1;
  if (verified.sequence < Math.max(newest.sequence, signedThrough))
    return {
      sequence,
      what: `Entry ${sequence} and those after it were removed: the chain had ${Math.max(newest.sequence, signedThrough)} entries.`,
    };
  if (newest.sequence > 0 && newest.hash !== verified.hash)
    return {
      sequence: newest.sequence,
      what: `Entry ${newest.sequence} was changed: the head of the chain has another hash.`,
    };
  const [beyond] = await readInOrder(db, newest.chain, {
    ...{ after: newest.sequence, through: Number.MAX_SAFE_INTEGER, limit: 1 },
  });
  // An entry that was added meanwhile has moved the head as well.
  if (!beyond || (await readChainHead(db, newest.chain)).sequence >= beyond.sequence) return null;
  return {
    sequence: beyond.sequence,
    what: `Entry ${beyond.sequence} was inserted behind the end of the chain.`,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
