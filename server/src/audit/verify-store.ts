import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Database } from '../platform/database/database.ts';
import type { SignedHead } from './signed-head.ts';
import { listChains, readPublicKey } from './store.ts';
import { type ChainReport, verifyChain } from './verify-chain.ts';

export type { ChainReport } from './verify-chain.ts';

/**
 * Verifies every chain of a store, or one, one after another. The signatures are verified with `trusted`, else with
 * the public key that is stored beside them. `given` are heads that were kept elsewhere. Throws for a chain that is not
 * there.
 */
export async function* verifyStoredChains(
  db: Database,
  {
    chain,
    trusted = null,
    given = [],
  }: { chain?: string | undefined; trusted?: KeyObject | null; given?: readonly SignedHead[] },
): AsyncGenerator<ChainReport & { readonly chain: string }> {
  const pem = await readPublicKey(db);
  // Without a stored key nothing was ever signed, and any key refuses what pretends to be.
  const publicKey = trusted ?? createPublicKey(pem ?? noKey);
  const known = new Set([...(await listChains(db)), ...given.map((head) => head.chain)]);
  if (chain !== undefined && !known.has(chain)) throw new Error(`there is no chain ${chain}.`);
  for (const one of chain === undefined ? [...known].sort() : [chain]) {
    const own = given.filter((head) => head.chain === one);
    yield { chain: one, ...(await verifyChain(db, one, { key: { publicKey }, given: own })) };
  }
}

/** The key of RFC 8032, test 1: whatever it signed was not signed here. */
const noKey = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
-----END PUBLIC KEY-----
`;
