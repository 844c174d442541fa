import type { KoaContextWithOIDC } from 'oidc-provider';
import { systemActor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { networkOf } from '../../platform/http/client-network.ts';
import { insertSession, noteSessionUse } from './sessions.store.ts';

const actor = systemActor('sign-in-sessions');

/** Records each sign-in with its browser and network, and when its session was used last. */
export function recordSessions(db: Database, wallNow: () => number) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const { oidc } = ctx;
    const network = networkOf(ctx.ip);
    if (oidc?.route === 'resume' && oidc.session?.accountId && oidc.result?.login) {
      const { uid, accountId: userId } = oidc.session;
      const userAgent = readableAgent(ctx.get('user-agent'));
      await insertSession(db, actor, { uid, userId, userAgent, network, now: wallNow() });
    }
    const token = oidc?.route === 'token' ? oidc.entities.RefreshToken : undefined;
    const uid = token?.sessionUid;
    if (uid) await noteSessionUse(db, actor, { uid, network, now: wallNow() });
  };
}

function readableAgent(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '').slice(0, 300);
}
