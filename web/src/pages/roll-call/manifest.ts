import { rollCallPath, shelterSheetPath, sheltersPath } from '../../session/paths.ts';
import type { PageManifest } from '../page-manifest.ts';

/** Opened from a place, or by the link of a notice. */
export const rollCallPages: PageManifest = {
  subject: 'roll-call',
  routes: [
    {
      path: rollCallPath,
      permission: 'organization-locations:read',
      load: () => import('./RollCallPage.tsx'),
      title: null,
    },
    {
      path: sheltersPath,
      permission: 'organization-locations:read',
      load: () => import('./SheltersPage.tsx'),
      title: 'Shelters',
    },
    {
      path: shelterSheetPath,
      permission: 'shelters:write',
      load: () => import('./ShelterSheetPage.tsx'),
      title: 'Code of a shelter',
    },
  ],
};
