import { IconSpeakerphone } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const messagePages: PageManifest = {
  subject: 'messages',
  routes: [
    {
      path: '/ProactiveForecasts',
      permission: 'forecasts:write',
      load: () => import('./ProactiveForecastsPage.tsx'),
      title: 'Proactive Forecasts',
      navigation: { place: 'main', label: 'Proactive Forecasts', Icon: IconSpeakerphone },
    },
  ],
};
