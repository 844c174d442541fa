import { IconListDetails } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const placesPages: PageManifest = {
  subject: 'places',
  routes: [
    {
      path: '/places',
      permission: 'signed-in',
      load: () => import('./PlacesPage.tsx'),
      title: null,
      navigation: { place: 'main', label: 'Places', Icon: IconListDetails },
    },
  ],
};
