import type { FastifyBaseLogger } from 'fastify';

/**
 * What happened to the safety of accounts and data. A line has ids, networks and routes, never an email
 * address, a password, a key or a value of a record.
 */
export type SecurityEvent =
  | {
      /** `factors-changed`: the second factors of the own account; `factors-reset`: those of `userId`, by an admin; `sso-changed`: how the organization of `userId` signs in. */
      readonly event:
        | 'sign-in'
        | 'password-changed'
        | 'address-changed'
        | 'session-exit'
        | 'factors-changed'
        | 'factors-reset'
        | 'sso-changed'
        | 'passkey-counter-back';
      readonly userId: string;
      readonly network: string;
    }
  | {
      /** The first organization was made, and `userId` its Super Admin. */
      readonly event: 'set-up';
      readonly userId: string;
      readonly network: string;
    }
  | {
      /** An operator acts as `userId`, or no longer does; the reason is in the record of this id. */
      readonly event: 'impersonation-started' | 'impersonation-ended';
      readonly operatorId: string;
      readonly userId: string;
      readonly impersonationId: string;
      readonly network: string;
    }
  | {
      /** What an operator did to an organization. */
      readonly event: 'organization-added' | 'organization-changed' | 'organization-erased';
      readonly operatorId: string;
      readonly organizationId: string;
      readonly network: string;
    }
  | {
      /** `setup-failed`: a wrong setup code. */
      readonly event: 'sign-in-failed' | 'sign-in-throttled' | 'password-set' | 'setup-failed';
      readonly network: string;
    }
  | {
      /** A code of a response by SMS that is not one of the sender's; `throttled`: too many. */
      readonly event: 'response-code-failed' | 'response-code-throttled';
      /** A keyed digest of the number that the SMS came from. */
      readonly sender: string;
      /** That of the SMS provider. */
      readonly network: string;
    }
  | {
      /** `refused`: without the right to it; `throttled`: too often. */
      readonly event: 'refused' | 'throttled';
      readonly userId: string | null;
      readonly network: string;
      readonly route: string;
    };

/** What people do of their own accord; the rest is a warning. */
const expected: ReadonlySet<SecurityEvent['event']> = new Set([
  'sign-in',
  'password-set',
  'password-changed',
  'address-changed',
  'session-exit',
  'factors-changed',
  'factors-reset',
  'impersonation-started',
  'impersonation-ended',
  'organization-added',
  'organization-changed',
  'organization-erased',
  'sso-changed',
  'set-up',
]);

/** Writes a security event to the log; `security: true` marks it for whoever collects them. */
export function logSecurity(log: FastifyBaseLogger, event: SecurityEvent): void {
  const write = expected.has(event.event) ? log.info.bind(log) : log.warn.bind(log);
  write({ security: true, ...event }, `security: ${event.event}`);
}
