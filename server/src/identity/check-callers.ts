import { permissionsOf, type Role } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import type { IdentifiedCaller, KeptAnswers } from '../platform/http/kept/kept-answers.ts';
import { maySignIn } from './principal.ts';
import { accountsByIds, findLiveGrants } from './store.ts';

/** Real ms between two checks: with the time for which a check counts less than the two seconds of a withdrawal. */
const everyMs = 500;
/** So many are asked about at once: a longer answer would hold up requests. */
const atOnce = 250;

/**
 * Checks the sign-ins of those who are answered from memory, many at once, so that not each of them has to be identified
 * anew every second. Who may not do the same any more is forgotten. It reads the store, so it works whichever process
 * made the change.
 */
export function checkCallers({
  db,
  kept,
  log,
  wallNow,
}: {
  db: Database;
  kept: KeptAnswers;
  log: FastifyBaseLogger;
  wallNow: () => number;
}): { close(): Promise<void> } {
  let checking: Promise<void> | null = null;
  const check = async () => {
    const callers = kept.checkable();
    for (let from = 0; from < callers.length; from += atOnce) {
      const some = callers.slice(from, from + atOnce);
      const at = performance.now();
      const isSame = await unchanged(db, some, wallNow());
      for (const caller of some) if (isSame(caller)) kept.confirm(caller, at);
      for (const caller of some) if (!isSame(caller)) kept.forget(caller);
    }
  };
  const timer = setInterval(() => {
    checking ??= check()
      // Nobody is confirmed meanwhile: each is identified anew, or not at all.
      .catch((error: unknown) => log.warn({ err: error }, 'the callers in memory could not be checked'))
      .finally(() => {
        checking = null;
      });
  }, everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await checking;
    },
  };
}

async function unchanged(
  db: Database,
  callers: readonly IdentifiedCaller[],
  now: number,
): Promise<(caller: IdentifiedCaller) => boolean> {
  const principals = callers.flatMap(({ principal }) => principal ?? []);
  const [accounts, grants] = await Promise.all([
    accountsByIds(db, [...new Set(principals.map(({ userId }) => userId))]),
    findLiveGrants(
      db,
      principals.flatMap(({ credential }) => credential?.id ?? []),
      now,
    ),
  ]);
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return ({ principal }) => {
    const account = principal && byId.get(principal.userId);
    if (!principal || !account || !maySignIn(account)) return false;
    if (account.organizationId !== principal.organizationId || account.role !== principal.role) return false;
    // A token of an external issuer is ended by its own end alone.
    if (principal.credential !== null && !grants.has(principal.credential.id)) return false;
    const may = permissionsOf(account.role as Role, account.withheldFeatures);
    return (
      may.length === principal.permissions.length && may.every((one, i) => one === principal.permissions[i])
    );
  };
}
