import { createOfflineGeocoder } from '@allclear/adapters';
import { placeImport } from '../src/locations/place-import.ts';
import { importCalls } from '../src/organizations/index.ts';
import { openStore } from '../src/platform/database/database.ts';
import type { Principal } from '../src/platform/http/serve.ts';

/** A process that imports a preview of locations: its arguments are the database, organization, person, preview and time. */
const [, , url = '', organizationId = '', userId = '', importId = '', at = ''] = process.argv;
const store = openStore(url, { onError: () => {} });
const clock = { now: () => Number(at), speed: 1, sleep: async () => {} };
const principal: Principal = {
  ...{ userId, organizationId, role: 'admin', permissions: [], via: 'token' },
  ...{ credential: null, places: null, impersonatedBy: null },
};
const kind = placeImport({ db: store.db, clock, geocoder: createOfflineGeocoder() });
process.send?.('begun');
const { added } = await importCalls({ db: store.db, clock }, kind).store(principal, importId);
process.send?.(`added ${added}`);
await store.close();
