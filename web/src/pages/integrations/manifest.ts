import { IconPlugConnected } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const integrationPages: PageManifest = {
  subject: 'integrations',
  routes: [
    {
      path: '/Integrations',
      permission: 'read:integrations',
      load: () => import('./IntegrationsPage.tsx'),
      title: 'Integrations',
      navigation: { place: 'main', label: 'Integrations', Icon: IconPlugConnected },
    },
    {
      path: '/Integrations/SSO',
      permission: 'read:integrations',
      load: () => import('./SsoPage.tsx'),
      title: 'Single sign-on',
    },
  ],
};
