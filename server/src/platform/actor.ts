import type { OperatorPrincipal, Principal } from './http/serve.ts';

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
    }
  /** A loop, a job or a command of the server, by its name. */
  | { readonly kind: 'system'; readonly name: string };

/** The person who sent a request, signed in or by an API key. An operator is no user of an organization. */
export function actorOf(principal: Principal | OperatorPrincipal): Actor {
  if (principal.organizationId === null) return systemActor('operator');
  const { organizationId, userId, via, impersonatedBy } = principal;
  if (impersonatedBy !== null)
    return { kind: 'user', organizationId, userId, via: 'impersonation', operatorId: impersonatedBy };
  return { kind: 'user', organizationId, userId, via: via === 'api-key' ? 'api-key' : 'session' };
}

export function systemActor(name: string): Actor {
  return { kind: 'system', name };
}
