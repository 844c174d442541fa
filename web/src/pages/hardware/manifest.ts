import { IconUrgent } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const hardwarePages: PageManifest = {
  subject: 'hardware',
  routes: [
    {
      path: '/Hardware',
      permission: 'hardware:read',
      load: () => import('./HardwarePage.tsx'),
      title: 'On-Site Hardware',
      navigation: { place: 'main', label: 'On-Site Hardware', Icon: IconUrgent },
    },
    {
      path: '/PAStoredMessages',
      permission: 'pa.full_access',
      load: () => import('./StoredMessagesPage.tsx'),
      title: 'Stored PA Messages',
    },
  ],
};
