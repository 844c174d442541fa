import type { FastifyBaseLogger } from 'fastify';

/**
 * What happened to the safety of accounts and data. A line has ids, networks and routes, never an e-mail
 * address, a password, a key or a value of a record.
 */
export type SecurityEvent =
  | { readonly event: 'sign-in'; readonly userId: string; readonly network: string }
  | { readonly event: 'sign-in-failed' | 'sign-in-throttled'; readonly network: string }
  | {
      /** `refused`: without the right to it; `throttled`: too often. */
      readonly event: 'refused' | 'throttled';
      readonly userId: string | null;
      readonly network: string;
      readonly route: string;
    };

/** Writes a security event to the log; `security: true` marks it for whoever collects them. */
export function logSecurity(log: FastifyBaseLogger, event: SecurityEvent): void {
  const write = event.event === 'sign-in' ? log.info.bind(log) : log.warn.bind(log);
  write({ security: true, ...event }, `security: ${event.event}`);
}
