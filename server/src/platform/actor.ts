import { installationChain } from '@allclear/domain';
import type { Credential, OperatorPrincipal, Principal } from './http/serve.ts';

/** The request by which a change came. */
export interface RequestOrigin {
  /** The address that the nearest trusted proxy saw. */
  readonly network: string;
  /** The id of the request in the log. */
  readonly requestId: string;
  readonly credential: Credential | null;
}

/**
 * The author of a change: a person, or a part of the server. Every store function that changes something
 * takes one.
 */
export type Actor =
  | {
      readonly kind: 'user';
      readonly organizationId: string;
      readonly userId: string;
      readonly via: 'session' | 'api-key' | 'impersonation';
      /** The operator who acts as the person, with `via` `impersonation`. */
      readonly operatorId?: string;
      readonly origin?: RequestOrigin;
    }
  /** Somebody who rules the organizations of the installation and belongs to none. */
  | { readonly kind: 'operator'; readonly userId: string; readonly origin?: RequestOrigin }
  /** A loop, a job or a command of the server, by its name; or a request of somebody who is not signed in. */
  | {
      readonly kind: 'system';
      readonly name: string;
      readonly origin?: RequestOrigin;
      /** Whom a request without a sign-in is about: its address is erased with the person. */
      readonly personId?: string;
    };

/** The person who sent a request, signed in or by an API key. */
export function actorOf(principal: Principal | OperatorPrincipal): Actor {
  const origin = principal.origin && {
    origin: { ...principal.origin, credential: principal.credential },
  };
  if (principal.organizationId === null) return { kind: 'operator', userId: principal.userId, ...origin };
  const { organizationId, userId, via, impersonatedBy } = principal;
  if (impersonatedBy !== null)
    return {
      ...{ kind: 'user', organizationId, userId, via: 'impersonation', operatorId: impersonatedBy },
      ...origin,
    };
  return { kind: 'user', organizationId, userId, via: via === 'api-key' ? 'api-key' : 'session', ...origin };
}

/** `personId`: whom a request of somebody who is not signed in is about. */
export function systemActor(name: string, origin?: RequestOrigin, personId?: string): Actor {
  return { kind: 'system', name, ...(origin && { origin }), ...(personId !== undefined && { personId }) };
}

/** The audit chain of what an actor does to the own account: that of the organization; for an operator the installation's. */
export function chainOf(actor: Actor): string {
  return actor.kind === 'user' ? actor.organizationId : installationChain;
}
