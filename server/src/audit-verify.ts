/** `npm run audit:verify` on a database. Works while a server runs on the same data folder. */
import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type SignedHead, verifyStoredChains } from './audit/index.ts';
import { readAuditConfig } from './config.ts';
import { openStore } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/postgres.ts';

/** As `scripts/audit-verify.mjs` prints it. */
export interface VerifiedChain {
  readonly chain: string;
  readonly entries: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** How many signed heads fit. */
  readonly heads: number;
  readonly notes: readonly string[];
  readonly fault: { readonly sequence: number; readonly what: string } | null;
}

/** Verifies every chain, or one; `heads` has null for what is no head. Throws where there is no database. */
export async function* verifyDatabase({
  data,
  chain,
  heads,
  trusted,
}: {
  data?: string;
  chain?: string;
  heads: readonly (SignedHead | null)[];
  trusted: KeyObject | null;
}): AsyncGenerator<VerifiedChain> {
  const config = readAuditConfig(data);
  if (config.databaseUrl === null && !existsSync(path.join(config.data, 'pg')))
    throw new Error(`the data folder ${config.data} has no database. Name it with --data.`);
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ folder: config.data, log: () => {} })
      : { url: config.databaseUrl, stop: async () => {} };
  const store = openStore(postgres.url, { onError: () => {} });
  const given = heads.filter((head) => head !== null);
  try {
    for await (const report of verifyStoredChains(store.db, { chain, trusted, given })) {
      const { verified, fault } = report;
      yield {
        ...{ chain: report.chain, entries: verified.sequence, heads: report.heads, notes: [], fault },
        ...{ firstAt: verified.firstAt, lastAt: verified.lastAt },
      };
    }
    if (given.length < heads.length) {
      const fault = { sequence: 0, what: 'A line of the given heads is no signed head.' };
      yield { chain: 'given heads', entries: 0, firstAt: null, lastAt: null, heads: 0, notes: [], fault };
    }
  } finally {
    await store.close();
    await postgres.stop();
  }
}
