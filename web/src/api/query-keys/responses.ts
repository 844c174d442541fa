import { queryKind } from './query-kind.ts';

export const responseKeys = {
  /** What the user is asked. A message comes with a notification, which announces it. */
  openRequests: queryKind('open-response-requests', { announcedBy: ['notifications'] }),
  /** Who has responded to a message. */
  requests: queryKind('response-requests', { announcedBy: ['responses'], throttleMs: 2_000 }),
  /** Warnings that ask. */
  warningRequests: queryKind('warning-response-requests', { announcedBy: ['responses'], throttleMs: 2_000 }),
  /** Asked for when the page opens. */
  escalation: queryKind('escalation-chain', { quiet: true }),
  /** Roll-calls, by their id and by their place. */
  rollCalls: queryKind('roll-calls', { announcedBy: ['roll-call'], throttleMs: 1_000 }),
  /** Asked for when the page of the organization opens. */
  rollCallSettings: queryKind('roll-call-settings', { quiet: true }),
};
