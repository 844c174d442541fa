import { IconSlideshow } from '@tabler/icons-react';
import { showsPath } from '../../session/paths.ts';
import type { PageManifest } from '../page-manifest.ts';

export const showPages: PageManifest = {
  subject: 'shows',
  routes: [
    {
      path: showsPath,
      permission: 'shows:write',
      feature: 'broadcast.view.access',
      load: () => import('./ShowsPage.tsx'),
      title: 'Shows',
      navigation: { place: 'main', label: 'Shows', Icon: IconSlideshow },
    },
    {
      path: `${showsPath}/:showId`,
      permission: 'shows:write',
      feature: 'broadcast.view.access',
      load: () => import('./ShowEditorPage.tsx'),
      title: 'Show',
    },
  ],
};
