import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import type { EventStreams } from '../platform/events/event-streams.ts';
import { activeApiKeyIds } from './api-keys.store.ts';
import { maySignIn } from './principal.ts';
import { accountsByIds } from './store.ts';

/** Real ms between two checks of the accounts of open streams. */
const everyMs = 500;

/**
 * Ends the event streams of people who may not sign in any more, of API keys that were revoked, and of people
 * whose role or organization changed: their pages come back with the rights of now, or do not. It reads the store, so it works whichever
 * process made the change.
 */
export function watchAccess({
  db,
  events,
  log,
}: {
  db: Database;
  events: EventStreams;
  log: FastifyBaseLogger;
}): { close(): Promise<void> } {
  let rights = new Map<string, string>();
  let checking: Promise<void> | null = null;
  const check = async () => {
    const ids = events.userIds();
    if (ids.length === 0) return;
    const accounts = new Map((await accountsByIds(db, ids)).map((account) => [account.id, account]));
    const seen = new Map<string, string>();
    for (const id of ids) {
      const account = accounts.get(id);
      const now = account && maySignIn(account) ? `${account.organizationId} ${account.role}` : null;
      const before = rights.get(id);
      if (now === null || (before !== undefined && before !== now)) events.closeUser(id);
      else seen.set(id, now);
    }
    rights = seen;
    const apiKeyIds = events.apiKeyIds();
    const active = new Set(await activeApiKeyIds(db, apiKeyIds));
    for (const id of apiKeyIds) if (!active.has(id)) events.closeApiKey(id);
  };
  const timer = setInterval(() => {
    checking ??= check()
      .catch((error: unknown) => log.error({ err: error }, 'the rights of open streams could not be checked'))
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
