import { wallPath } from '../../session/paths.ts';
import type { PageManifest } from '../page-manifest.ts';

export const wallPages: PageManifest = {
  subject: 'wall',
  routes: [
    {
      path: wallPath,
      permission: 'signed-in',
      load: () => import('./WallPage.tsx'),
      title: null,
      isFullScreen: true,
    },
  ],
};
