import { IconKey, IconPlugConnected, IconRss, IconWebhook } from '@tabler/icons-react';
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
    {
      path: '/Integrations/Singlewire',
      permission: 'integrations.singlewire.access',
      load: () => import('./SinglewirePage.tsx'),
      title: 'InformaCast',
    },
    {
      path: '/Integrations/Keys',
      permission: 'api-keys:write',
      load: () => import('./KeysPage.tsx'),
      title: 'API keys',
      navigation: { place: 'main', label: 'API Keys', Icon: IconKey },
    },
    {
      path: '/Integrations/Webhooks',
      permission: 'webhooks:write',
      load: () => import('./WebhooksPage.tsx'),
      title: 'Webhooks',
      navigation: { place: 'main', label: 'Webhooks', Icon: IconWebhook },
    },
    {
      path: '/Integrations/CAP',
      permission: 'cap:write',
      load: () => import('./CapPage.tsx'),
      title: 'CAP feed',
      navigation: { place: 'main', label: 'CAP Feed', Icon: IconRss },
    },
  ],
};
