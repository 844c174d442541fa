import { flushCompileCache } from 'node:module';
import { sendMassMessage } from '../../src/messages/mass/send-message.store.ts';
import { openStore } from '../../src/platform/database/database.ts';
import { testActor, testSecrets } from '../actor.ts';
import { messageToSend } from './message-to-send.ts';

/** A process that sends a message to all people of an organization: its arguments are the database, organization and key. */
const [, , url = '', organizationId = '', key = ''] = process.argv;
const store = openStore(url, { onError: () => {} });
const message = await messageToSend(store.db, organizationId, key);
flushCompileCache();
process.send?.('begun');
await sendMassMessage(store.db, testActor, testSecrets, message, Date.now());
await store.close();
