import { IconAppWindow } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const widgetPages: PageManifest = {
  subject: 'widgets',
  routes: [
    {
      path: '/Widgets',
      permission: 'widget.access',
      load: () => import('./WidgetsPage.tsx'),
      title: 'Widgets',
      navigation: { place: 'main', label: 'Widgets', Icon: IconAppWindow },
    },
    {
      path: '/widgets/:customerId/:widgetId',
      permission: 'widget.access',
      load: () => import('./WidgetBuilderPage.tsx'),
      title: 'Widget',
    },
  ],
};
