import { IconHistory } from '@tabler/icons-react';
import { auditPath } from '../../session/paths.ts';
import type { PageManifest } from '../page-manifest.ts';

export const auditPages: PageManifest = {
  subject: 'audit',
  routes: [
    {
      path: auditPath,
      permission: 'audit:read',
      load: () => import('./AuditPage.tsx'),
      title: 'Audit',
      navigation: { place: 'main', label: 'Audit', Icon: IconHistory },
    },
  ],
};
