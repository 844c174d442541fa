import { IconBuilding, IconMapPins } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const organizationPages: PageManifest = {
  subject: 'organizations',
  routes: [
    {
      path: '/OrganizationLocations',
      permission: 'organization-locations:write',
      load: () => import('./OrganizationLocationsPage.tsx'),
      title: 'Organization Locations',
      navigation: { place: 'main', label: 'Organization Locations', Icon: IconMapPins },
    },
    {
      path: '/Organization',
      permission: 'organization:write',
      load: () => import('./OrganizationPage.tsx'),
      title: 'Organization',
      navigation: { place: 'main', label: 'Organization', Icon: IconBuilding },
    },
  ],
};
