import { IconSend } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const massNotifyPages: PageManifest = {
  subject: 'mass-notify',
  routes: [
    {
      path: '/MassNotify',
      permission: 'massnotify.access',
      load: () => import('./MassNotifyPage.tsx'),
      title: 'Notify Users',
      navigation: { place: 'main', label: 'Notify Users', Icon: IconSend },
    },
  ],
};
