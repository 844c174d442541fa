import { queryKind } from './query-kind.ts';

export const notificationKeys = {
  /** The user's notifications, the organization's sent notices, and the demonstration's mails. */
  notifications: queryKind('notifications', { announcedBy: ['notifications'] }),
  channels: queryKind('channels', { quiet: 'Set when the server starts.' }),
  settings: queryKind('notification-settings', { quiet: 'Asked for when the page opens.' }),
  position: queryKind('shared-position', { quiet: 'Asked for while its page is open.' }),
  push: queryKind('push', { quiet: 'Asked for when the page opens.' }),
  webhooks: queryKind('webhooks', { quiet: 'Asked for when the page opens.' }),
};
