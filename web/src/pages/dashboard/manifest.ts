import { IconHome } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const dashboardPages: PageManifest = {
  subject: 'dashboard',
  routes: [
    {
      path: '/',
      permission: 'signed-in',
      load: () => import('./DashboardPage.tsx'),
      title: null,
      navigation: { place: 'main', label: 'Dashboard', Icon: IconHome },
    },
  ],
};
