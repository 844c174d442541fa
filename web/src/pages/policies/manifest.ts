import { IconShieldCheck } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const policyPages: PageManifest = {
  subject: 'policies',
  routes: [
    {
      path: '/Policies',
      permission: 'policies:view',
      load: () => import('./PoliciesPage.tsx'),
      title: 'Policies',
      navigation: { place: 'main', label: 'Policies', Icon: IconShieldCheck },
    },
  ],
};
