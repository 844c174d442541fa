import type { Muted, WarningNoticeKind } from '../notifications/index.ts';

/**
 * Warnings that ask for a response: one request for an event at a place. A reminder repeats and does not ask again;
 * neither an all clear nor any other end asks anything.
 */

/** Whether a notice of a warning asks: the start, and what goes later to people whom the start did not reach. */
export function noticeAsks(notice: WarningNoticeKind): boolean {
  switch (notice) {
    case 'started':
    case 'in-effect':
      return true;
    case 'reminder':
    case 'held':
    case 'resumed':
    case 'all-clear':
    case 'ended':
    case 'withdrawn':
    case 'test':
      return false;
  }
}

/**
 * Whether a recipient of such a notice is asked. Somebody without a channel is: the request is on every page of the app,
 * and nobody knows where that person is. Whom hours, position or own settings mute is asked once that is over.
 */
export function recipientIsAsked(muted: Muted | null): boolean {
  return muted === null || muted === 'no-channel';
}

/** When a step that was pending for nobody is due for people who are asked later, epoch ms: never before their own time. */
export function stepForLatecomers(
  { dueAt, afterMinutes }: { readonly dueAt: number; readonly afterMinutes: number },
  now: number,
): number {
  return Math.max(dueAt, now + afterMinutes * 60_000);
}
