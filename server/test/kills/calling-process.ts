import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { openStore } from '../../src/platform/database/database.ts';
import { storeEntry } from '../../src/roll-call/entries.store.ts';
import { testActor } from '../actor.ts';
import { entriesToSend } from './entries-to-send.ts';

/**
 * A process that stores entries of a roll-call, several at once, until it is killed: its arguments are the database, the
 * file of what was acknowledged, and what the entries are of. An entry is acknowledged once it is stored, as a server
 * answers.
 */
const [, , url = '', acknowledged = '', of = '{}', from = '0'] = process.argv;
const { db } = openStore(url, { onError: () => {} });
const entries = entriesToSend(JSON.parse(of), Number(from));
flushCompileCache();
process.send?.('begun');

async function send(): Promise<void> {
  for (let next = entries.next(); !next.done; next = entries.next()) {
    const { kind } = await storeEntry(db, testActor, next.value);
    if (kind !== 'stored') throw new Error(`An entry is ${kind}.`);
    appendFileSync(acknowledged, `${next.value.key}\n`);
  }
}
await Promise.all([send(), send(), send(), send()]);
