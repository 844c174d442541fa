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
};
