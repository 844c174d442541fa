import type { PageManifest } from '../page-manifest.ts';

export const stationPages: PageManifest = {
  subject: 'stations',
  routes: [
    {
      path: '/Historical/:stationId/:imageUrl?',
      permission: 'signed-in',
      load: () => import('./HistoricalPage.tsx'),
      title: null,
    },
  ],
};
