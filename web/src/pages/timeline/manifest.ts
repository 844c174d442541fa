import { timelinePath } from '../../session/paths.ts';
import type { PageManifest } from '../page-manifest.ts';

/** Opened from a place. */
export const timelinePages: PageManifest = {
  subject: 'timeline',
  routes: [
    {
      path: timelinePath,
      permission: 'timeline:read',
      load: () => import('./TimelinePage.tsx'),
      title: 'Timeline',
    },
  ],
};
