import { IconRadar2 } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const mapPages: PageManifest = {
  subject: 'map',
  routes: [
    {
      path: '/live-radar',
      permission: 'map:read',
      load: () => import('./LiveRadarPage.tsx'),
      title: 'Live Radar',
      navigation: { place: 'main', label: 'Live Radar', Icon: IconRadar2 },
    },
  ],
};
