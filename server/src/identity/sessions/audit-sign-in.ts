import { installationChain, isEmailAddress } from '@allclear/domain';
import type { FastifyRequest } from 'fastify';
import { type Actor, type RequestOrigin, systemActor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { noteRefusal } from '../../platform/audit/refusals.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Account } from '../store.ts';

/** Where a request of somebody who is not signed in comes from. */
export function originOf(request: FastifyRequest): RequestOrigin {
  return { network: request.ip, requestId: request.id, credential: null };
}

/** A person who has just signed in, or opened a link of the own mailbox, as the author of a change. */
export function accountActor({ id, organizationId }: Account, origin?: RequestOrigin): Actor {
  const from = origin && { origin };
  if (organizationId === null) return { kind: 'operator', userId: id, ...from };
  return { kind: 'user', organizationId, userId: id, via: 'session', ...from };
}

/** The chain of what concerns an account: that of its organization; for an operator the installation's. */
export function accountChain({ organizationId }: Pick<Account, 'organizationId'>): string {
  return organizationId ?? installationChain;
}

/** What was typed as an address, if it is one: it could be a password in the wrong field. */
export function typedAddress(text: string | null): { readonly address?: string } {
  return text !== null && isEmailAddress(text) ? { address: text } : {};
}

/** Why a sign-in was refused. */
export type SignInRefusal =
  | 'unknown-address'
  | 'wrong-password'
  /** The account may not sign in: deactivated, or its organization is closed. */
  | 'no-access'
  | 'throttled'
  | 'wrong-second-factor'
  | 'unknown-passkey'
  /** The organization requires its own sign-in. */
  | 'single-sign-on-required'
  | 'single-sign-on-failed';

/**
 * An entry for a sign-in that was refused: in the chain of the account, or in that of the installation with the address
 * that was typed. It is one entry either way, so that the answer takes the same time. Throttled ones are counted instead.
 */
export async function auditRefusedSignIn(
  db: Database,
  origin: RequestOrigin,
  {
    account,
    address = null,
    organizationId = null,
    reason,
    now,
  }: {
    account: Account | null;
    /** As it was typed. */
    address?: string | null;
    /** The organization by whose provider somebody without an account came. */
    organizationId?: string | null;
    reason: SignInRefusal;
    /** Epoch ms of the wall clock. */
    now: number;
  },
): Promise<void> {
  const actor = systemActor('sign-in', origin, account?.id);
  const chain = account ? accountChain(account) : (organizationId ?? installationChain);
  const recordId = account?.id ?? null;
  const action = 'account.sign-in-refused';
  const typed = account === null ? typedAddress(address) : {};
  const personal = { userId: null, fields: ['address'] };
  if (reason === 'throttled')
    return noteRefusal(
      db,
      actor,
      {
        ...{ chain, action, recordId, details: { reason }, first: typed, personal },
        subject: `sign-in throttled ${recordId ?? 'unknown'}`,
      },
      now,
    );
  await inTransaction(db, (transaction) =>
    appendAudit(transaction, actor, {
      ...{ chain, action, recordId, now: null, after: { reason, ...typed }, personal },
    }),
  );
}
