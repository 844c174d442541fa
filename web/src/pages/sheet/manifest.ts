import type { PageManifest } from '../page-manifest.ts';

export const sheetPages: PageManifest = {
  subject: 'sheet',
  routes: [
    { path: '/sheet', permission: 'signed-in', load: () => import('./SheetPage.tsx'), title: 'Day sheet' },
  ],
};
