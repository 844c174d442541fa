import { openLiveHttpClient } from '@allclear/adapters';
import type { SingleSignOn } from '../../src/identity/plugin.ts';

/** For sign-ins without single sign-on: nobody is added, and providers may not be private. */
export const noSso: SingleSignOn = {
  http: openLiveHttpClient({ userAgent: 'test', proxy: null }),
  allowPrivateAddresses: false,
  provision: async () => null,
};
