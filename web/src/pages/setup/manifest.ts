import type { PageManifest } from '../page-manifest.ts';

/** The steps of the first run after the first sign-in; the ones before it are `SetupPage.tsx`. */
export const setupPages: PageManifest = {
  subject: 'setup',
  routes: [
    {
      path: '/setup/mail',
      permission: 'organization:write',
      load: () => import('./SetupMailPage.tsx'),
      title: 'Setup',
      isFullScreen: true,
    },
    {
      path: '/setup/location',
      permission: 'organization-locations:write',
      load: () => import('./SetupLocationPage.tsx'),
      title: 'Setup',
      isFullScreen: true,
    },
  ],
};
