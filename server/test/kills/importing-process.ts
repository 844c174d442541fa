import { flushCompileCache } from 'node:module';
import { openStore } from '../../src/platform/database/database.ts';
import { adminOf, importsOf } from './kill-context.ts';

/** A process that imports a preview: its arguments are the database, kind, organization, person and preview. */
const [, , url = '', kind = '', organizationId = '', userId = '', importId = ''] = process.argv;
if (kind !== 'places' && kind !== 'people') throw new Error('The kind of import is missing.');
const store = openStore(url, { onError: () => {} });
const calls = importsOf(store.db, kind);
flushCompileCache();
process.send?.('begun');
await calls.store(adminOf(organizationId, userId), importId);
await store.close();
