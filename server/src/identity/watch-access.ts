import { type Permission, permissionsOf, type Role } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import type { EventStreams } from '../platform/events/event-streams.ts';
import type { Credential } from '../platform/http/serve.ts';
import { findLiveApiKeys } from './api-keys/api-keys.store.ts';
import { findLiveDisplayLinks } from './display-links.store.ts';
import { findLiveImpersonations } from './impersonation/impersonations.store.ts';
import { maySignIn, type Principal } from './principal.ts';
import { accountsByIds, findLiveGrants } from './store.ts';

/** Real ms between two checks of the accounts of open streams. */
const everyMs = 500;

/**
 * Ends the event streams of people who may not sign in any more, of sign-ins that have ended (a sign-out, a
 * changed password), of API keys and display links that ended or show other places, and of those whose role or organization changed: their pages come
 * back with the rights of now, or do not. It reads the store, so it works whichever process made the change.
 */
export function watchAccess({
  db,
  events,
  log,
  wallNow,
}: {
  db: Database;
  events: EventStreams;
  log: FastifyBaseLogger;
  wallNow: () => number;
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
      if (now === null || (before !== undefined && before !== now))
        events.closeStreams(({ userId }) => userId === id);
      else seen.set(id, now);
    }
    rights = seen;
    const isLive = await liveCredentials(db, events.credentials(), wallNow());
    events.closeStreams((owner) => owner.credential !== null && !isLive(owner.credential, owner.places));
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

/** Who was authenticated, and by what. */
export type SignedIn = Pick<Principal, 'userId' | 'organizationId' | 'credential' | 'places'>;

/**
 * Tells who of these may still do something: the account signs in, in the same organization, with the permission, and
 * the sign-in has not ended. It outlives the access token, which a page renews by itself. All are asked at once.
 */
export async function whoMayStill(
  db: Database,
  asked: readonly SignedIn[],
  permission: Permission,
  now: number,
): Promise<(one: SignedIn) => boolean> {
  const accounts = new Map(
    (await accountsByIds(db, [...new Set(asked.map(({ userId }) => userId))])).map((one) => [one.id, one]),
  );
  const isLive = await liveCredentials(
    db,
    asked.flatMap(({ credential }) => credential ?? []),
    now,
  );
  return ({ userId, organizationId, credential, places }) => {
    const account = accounts.get(userId);
    if (!account || !maySignIn(account) || account.organizationId !== organizationId) return false;
    if (!permissionsOf(account.role as Role, account.withheldFeatures).includes(permission)) return false;
    return credential === null || isLive(credential, places);
  };
}

/** Tells which of these credentials are valid; one that was not asked for counts as valid. */
async function liveCredentials(
  db: Database,
  asked: readonly Credential[],
  now: number,
): Promise<(credential: Credential, places: ReadonlySet<string> | null) => boolean> {
  const idsOf = (kind: Credential['kind']) =>
    new Set(asked.flatMap((credential) => (credential.kind === kind ? credential.id : [])));
  const ids = {
    grant: idsOf('grant'),
    impersonation: idsOf('impersonation'),
    'api-key': idsOf('api-key'),
    'display-link': idsOf('display-link'),
  };
  const [grants, impersonation, keys, displays] = await Promise.all([
    findLiveGrants(db, [...ids.grant], now),
    findLiveImpersonations(db, [...ids.impersonation], now),
    findLiveApiKeys(db, [...ids['api-key']], now),
    findLiveDisplayLinks(db, [...ids['display-link']], now),
  ]);
  const live = { grant: grants, impersonation, 'api-key': keys, 'display-link': displays };
  // A stream that opened meanwhile is checked next time.
  return ({ kind, id }, places) => {
    if (!ids[kind].has(id)) return true;
    const shown = kind === 'api-key' ? keys.get(id) : displays.get(id);
    return live[kind].has(id) && isSame(places, shown ?? null);
  };
}

function isSame(places: ReadonlySet<string> | null, ids: readonly string[] | null): boolean {
  if (places === null || ids === null) return places === null && ids === null;
  return places.size === ids.length && ids.every((id) => places.has(id));
}
