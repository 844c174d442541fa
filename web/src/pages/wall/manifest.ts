import type { PageManifest } from '../page-manifest.ts';
import { wallPath } from './wall-address.ts';

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
