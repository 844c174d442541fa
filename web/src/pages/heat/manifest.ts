import { IconTemperatureSun } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const heatPages: PageManifest = {
  subject: 'heat',
  routes: [
    {
      path: '/heat-profiles',
      permission: 'heat-profiles:read',
      load: () => import('./HeatProfilesPage.tsx'),
      title: 'Heat profiles',
      navigation: { place: 'main', label: 'Heat Profiles', Icon: IconTemperatureSun },
    },
  ],
};
