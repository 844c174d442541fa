import { IconDeviceMobile, IconMailbox, IconSettings } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const notificationPages: PageManifest = {
  subject: 'notifications',
  routes: [
    {
      path: '/Notifications',
      permission: 'signed-in',
      load: () => import('./NotificationsPage.tsx'),
      title: 'My Notifications',
    },
    {
      path: '/NotificationSettings',
      permission: 'signed-in',
      load: () => import('./NotificationSettingsPage.tsx'),
      title: 'My Notification Settings',
      navigation: { place: 'user-menu', label: 'Notification Settings', Icon: IconSettings },
    },
    {
      path: '/first-steps',
      permission: 'signed-in',
      load: () => import('./FirstStepsPage.tsx'),
      title: 'Set up this device',
      navigation: { place: 'user-menu', label: 'Set Up This Device', Icon: IconDeviceMobile },
    },
    {
      path: '/Mailbox',
      permission: 'signed-in',
      load: () => import('./MailboxPage.tsx'),
      title: 'Mailbox',
      navigation: { place: 'user-menu', label: 'Mailbox', Icon: IconMailbox, onlyWithMailbox: true },
    },
  ],
};
