import { IconDeviceTv } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const broadcastPages: PageManifest = {
  subject: 'broadcast',
  routes: [
    {
      path: '/Broadcast',
      permission: 'broadcast.view.access',
      load: () => import('./BroadcastPage.tsx'),
      title: 'Broadcast',
      navigation: { place: 'main', label: 'Broadcast', Icon: IconDeviceTv },
      isFullScreen: true,
    },
  ],
};
