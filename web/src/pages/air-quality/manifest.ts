import { IconLungs } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const airQualityPages: PageManifest = {
  subject: 'air-quality',
  routes: [
    {
      path: '/AirQuality',
      permission: 'signed-in',
      load: () => import('./AirQualityPage.tsx'),
      title: 'Air quality',
      navigation: { place: 'main', label: 'Air Quality Index', Icon: IconLungs, needsSensors: true },
    },
  ],
};
