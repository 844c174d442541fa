import { flushCompileCache } from 'node:module';
import { openStore } from '../../src/platform/database/database.ts';
import { startDelivering } from './delivery-jobs.ts';

/** A process that delivers until it is killed: its arguments are the database and the gateway. */
const [, , url = '', gatewayUrl = ''] = process.argv;
flushCompileCache();
process.send?.('begun');
await startDelivering(openStore(url, { onError: () => {} }), gatewayUrl);
