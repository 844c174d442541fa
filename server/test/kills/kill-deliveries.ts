import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../src/platform/database/database.ts';
import { addPeople, eventually, writeTestNotice } from '../notified-people.ts';
import type { ServerProcess } from '../run-server.ts';
import { startSmsGateway } from '../sms-gateway-stand-in.ts';
import { unruly } from '../unruly.ts';
import { startDeliveringServer } from './delivering-server.ts';
import type { KillRounds } from './kill-rounds.ts';

const people = 20;

export interface DeliveryKills {
  readonly kills: number;
  readonly deliveries: number;
  /** Attempts that a kill cut off and that were taken up again. */
  readonly cutAttempts: number;
}

/**
 * Kills servers in the middle of deliveries, with a provider on a bad day, while notices are written: none is lost, and
 * nobody receives one twice.
 */
export async function killDeliveries({ store, random, goesOn }: KillRounds): Promise<DeliveryKills> {
  const gateway = await startSmsGateway(unruly(random));
  const data = await mkdtemp(path.join(tmpdir(), 'allclear-kill-delivery-'));
  const servers = new Set<ServerProcess>();
  const start = async () => servers.add(await startDeliveringServer(store, gateway, data));
  try {
    const { organizationId, userIds } = await addPeople(store.db, people);
    await start();
    let [kills, isWriting] = [0, true];
    const writing = (async () => {
      let written = 0;
      for (; isWriting; written++) {
        const text = `Notice ${written}`;
        await writeTestNotice(store.db, { organizationId, userIds, fallbackChains: [['sms']], text });
        await pause(150);
      }
      return written;
    })();
    for (; goesOn(kills); kills++) {
      // One is left working, or the two of them begin at once.
      const [victim] = servers;
      assert(victim);
      const next = start();
      await pause(300 + random() * 900);
      await eventually(() => requireSending(store), 10_000);
      servers.delete(victim);
      await victim.kill();
      await next;
    }
    isWriting = false;
    const deliveries = (await writing) * people;
    await eventually(() => requireNoneWaiting(store), 90_000);
    const cutAttempts = await requireOnce(store, deliveries, gateway.taken);
    return { kills, deliveries, cutAttempts };
  } finally {
    for (const server of servers) await server.kill();
    await gateway.close();
    await rm(data, { recursive: true, force: true });
  }
}

/** Somebody works on a delivery, so that a kill comes in the middle of one. */
async function requireSending({ db }: Store): Promise<void> {
  const sending = await db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'sending')
    .limit(1)
    .execute();
  assert.equal(sending.length, 1);
}

async function requireNoneWaiting({ db }: Store): Promise<void> {
  const waiting = await db
    .selectFrom('deliveries')
    .select(['id', 'state', 'attempts', 'lease', 'updated_at', 'last_error'])
    .where('state', 'in', ['queued', 'sending'])
    .limit(5)
    .execute();
  assert.deepEqual(waiting, []);
}

/** Each delivery was taken by the provider once; returns how many attempts a kill cut off. */
async function requireOnce(
  { db }: Store,
  expected: number,
  taken: ReadonlyMap<string, { readonly to: string; readonly text: string }>,
): Promise<number> {
  const deliveries = await db.selectFrom('deliveries').select(['id', 'state']).execute();
  assert.equal(deliveries.length, expected);
  // Every one that the provider took is known to be taken, and the other way round.
  const accepted = new Set(deliveries.filter(({ state }) => state === 'accepted').map(({ id }) => id));
  assert.deepEqual(accepted, new Set(taken.keys()));
  assert.equal(accepted.size, expected);
  const texts = [...taken.values()].map(({ to, text }) => `${to} ${text}`);
  assert.equal(new Set(texts).size, texts.length, 'somebody received a notice twice');
  const cut = await db
    .selectFrom('delivery_attempts')
    .select('delivery_id')
    .where('outcome', 'is', null)
    .execute();
  return cut.length;
}
