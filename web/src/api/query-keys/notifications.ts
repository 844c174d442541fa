import { queryKind } from './query-kind.ts';

export const notificationKeys = {
  /** The user's notifications, the organization's sent notices, and the demonstration's mails. */
  notifications: queryKind('notifications', { announcedBy: ['notifications'] }),
  /** Set when the server starts. */
  channels: queryKind('channels', { quiet: true }),
  /** Asked for when the page opens. */
  settings: queryKind('notification-settings', { quiet: true }),
  /** Asked for while its page is open. */
  position: queryKind('shared-position', { quiet: true }),
  /** Asked for when the page opens. */
  push: queryKind('push', { quiet: true }),
};
