import { IconUserCircle } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const profilePages: PageManifest = {
  subject: 'profile',
  routes: [
    {
      path: '/Profile',
      permission: 'signed-in',
      load: () => import('./ProfilePage.tsx'),
      title: 'My Profile',
      navigation: { place: 'user-menu', label: 'My Profile', Icon: IconUserCircle },
    },
  ],
};
