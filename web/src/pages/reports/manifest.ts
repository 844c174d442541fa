import { IconFileAnalytics } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const reportPages: PageManifest = {
  subject: 'reports',
  routes: [
    {
      path: '/Reports',
      permission: 'historical_report.access',
      load: () => import('./ReportsPage.tsx'),
      title: 'My reports',
      navigation: { place: 'main', label: 'My Reports', Icon: IconFileAnalytics },
    },
    {
      path: '/Reports/:reportId',
      permission: 'signed-in',
      load: () => import('./ReportPage.tsx'),
      title: 'Report',
    },
  ],
};
