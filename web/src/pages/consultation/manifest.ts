import { IconHelp, IconMessageQuestion } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const consultationPages: PageManifest = {
  subject: 'consultation',
  routes: [
    {
      path: '/Consultation',
      permission: 'met.support',
      load: () => import('./ConsultationPage.tsx'),
      title: 'Ask a Meteorologist',
      navigation: { place: 'main', label: 'Ask a Meteorologist', Icon: IconMessageQuestion },
    },
    {
      path: '/Support',
      permission: 'signed-in',
      load: () => import('./SupportPage.tsx'),
      title: 'Support Center',
      navigation: { place: 'user-menu', label: 'Support center', Icon: IconHelp },
    },
  ],
};
