import { IconUsers } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const peoplePages: PageManifest = {
  subject: 'people',
  routes: [
    {
      path: '/Users',
      permission: 'users:read',
      load: () => import('./UsersPage.tsx'),
      title: 'Users',
      navigation: { place: 'main', label: 'Users', Icon: IconUsers },
    },
  ],
};
