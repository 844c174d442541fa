import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';
import { systemActor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { isStorable } from '../platform/http/storable-text.ts';
import {
  consumeOidcRecord,
  findOidcRecord,
  putOidcRecord,
  removeOidcGrant,
  removeOidcRecord,
} from './store.ts';

const actor = systemActor('identity-provider');

/**
 * Stores the records of the embedded provider in PostgreSQL, so that sessions survive a restart and every
 * process shares them.
 */
export function oidcAdapter(db: Database, wallNow: () => number): AdapterFactory {
  return (model): Adapter => {
    // The provider reads the bodies of its forms itself: a token may be any text.
    const find = async (by: { id: string } | { uid: string } | { userCode: string }) =>
      isStorable(by)
        ? ((await findOidcRecord(db, model, by, wallNow())) as AdapterPayload | undefined)
        : undefined;
    return {
      upsert: (id, payload, expiresIn) =>
        putOidcRecord(db, actor, model, id, {
          payload: payload as Record<string, unknown>,
          grantId: payload.grantId ?? null,
          userCode: payload.userCode ?? null,
          uid: payload.uid ?? null,
          expiresAt: expiresIn === undefined ? null : wallNow() + expiresIn * 1_000,
        }),
      find: (id) => find({ id }),
      findByUid: (uid) => find({ uid }),
      findByUserCode: (userCode) => find({ userCode }),
      async consume(id) {
        // The provider reads a code before it consumes it. Of two exchanges of one code at the same moment
        // the second fails here.
        if (!(await consumeOidcRecord(db, actor, model, id, wallNow())))
          throw new errors.InvalidGrant('already used');
      },
      destroy: (id) => removeOidcRecord(db, actor, model, id),
      revokeByGrantId: (grantId) => removeOidcGrant(db, actor, model, grantId),
    };
  };
}
