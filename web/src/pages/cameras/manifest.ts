import { IconVideo } from '@tabler/icons-react';
import type { PageManifest } from '../page-manifest.ts';

export const cameraPages: PageManifest = {
  subject: 'cameras',
  routes: [
    {
      path: '/LiveCamera',
      permission: 'live_camera.access',
      load: () => import('./LiveCameraPage.tsx'),
      title: 'Live Camera',
      navigation: { place: 'main', label: 'Live Camera', Icon: IconVideo },
    },
    {
      path: '/LiveCamera/Logs/:customerId',
      permission: 'live_camera.access',
      load: () => import('./CameraLogsPage.tsx'),
      title: 'Live Camera logs',
    },
  ],
};
