import { IconTemperature } from '@tabler/icons-react';
import { stationPath } from '../../session/paths.ts';
import type { PageManifest } from '../page-manifest.ts';

export const stationPages: PageManifest = {
  subject: 'stations',
  routes: [
    {
      path: '/Historical',
      permission: 'observations:read',
      load: () => import('./StationsPage.tsx'),
      title: 'Weather Stations',
      navigation: { place: 'main', label: 'Weather Stations', Icon: IconTemperature },
    },
    {
      path: stationPath,
      permission: 'observations:read',
      load: () => import('./HistoricalPage.tsx'),
      title: null,
    },
  ],
};
