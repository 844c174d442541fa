import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStandIn, readBody, type StandIn } from '@allclear/adapters/stand-in-server.ts';
import { sendWebhookEvent } from '../../src/notifications/webhooks/send-webhook-event.store.ts';
import type { Database, Store } from '../../src/platform/database/database.ts';
import { testActor } from '../actor.ts';
import { addPeople, eventually } from '../notified-people.ts';
import { freePort, runServer, type ServerProcess } from '../run-server.ts';
import type { KillRounds } from './kill-rounds.ts';

const webhooks = 3;
const eventsAtOnce = 10;

export interface WebhookKills {
  readonly kills: number;
  readonly events: number;
  /** Requests for events that the receiver had taken before: a receiver drops them by their id. */
  readonly repeats: number;
  /** Attempts that a kill cut off and that were taken up again. */
  readonly cutAttempts: number;
}

/**
 * Kills servers in the middle of sending events to receivers that fail now and then, while events are written: none is
 * lost, and every repeat has the id of before.
 */
export async function killWebhooks({ store, random, goesOn }: KillRounds): Promise<WebhookKills> {
  const taken = new Map<string, number>();
  const receiver = await openReceiver(taken, random);
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-kill-webhooks-'));
  const servers = new Set<ServerProcess>();
  const start = async () => servers.add(await startServer(store, folder));
  try {
    const { organizationId } = await addPeople(store.db, 0);
    await addWebhooks(store.db, organizationId, receiver.url);
    await start();
    let [kills, isWriting] = [0, true];
    const writing = (async () => {
      const ids: string[] = [];
      while (isWriting) {
        ids.push(...(await writeEvents(store.db, organizationId)));
        await pause(100);
      }
      return ids;
    })();
    for (; goesOn(kills); kills++) {
      const [victim] = servers;
      assert(victim);
      const next = start();
      await pause(300 + random() * 900);
      servers.delete(victim);
      await victim.kill();
      await next;
    }
    isWriting = false;
    const ids = await writing;
    await eventually(() => requireNoneWaiting(store), 240_000);
    for (const id of ids)
      for (let index = 0; index < webhooks; index += 1) assert(taken.has(`/${index} ${id}`), `lost: ${id}`);
    assert.equal(taken.size, ids.length * webhooks);
    const repeats = [...taken.values()].reduce((sum, times) => sum + times - 1, 0);
    return { kills, events: ids.length, repeats, cutAttempts: await countCutAttempts(store) };
  } finally {
    for (const server of servers) await server.kill();
    await receiver.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Refuses a tenth of the events at first, and takes some so late that the answer may be lost with its server. */
async function openReceiver(taken: Map<string, number>, random: () => number): Promise<StandIn> {
  const refused = new Set<string>();
  return openStandIn(async (request, response) => {
    await readBody(request);
    const event = `${request.url} ${request.headers['webhook-id']}`;
    if (random() < 0.1 && !refused.has(event)) {
      refused.add(event);
      return response.writeHead(503).end();
    }
    taken.set(event, (taken.get(event) ?? 0) + 1);
    await pause(random() < 0.1 ? 200 : 5);
    response.writeHead(204).end();
  });
}

async function startServer({ url }: Store, folder: string): Promise<ServerProcess> {
  const port = await freePort();
  return runServer({
    data: path.join(folder, String(port)),
    port,
    args: ['--seed', 'none'],
    env: {
      ...{ DATABASE_URL: url, ALLCLEAR_SERVICES: 'engine', LOG_LEVEL: 'warn' },
      ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true',
    },
  });
}

async function addWebhooks(db: Database, organizationId: string, url: string): Promise<void> {
  await db
    .insertInto('webhooks')
    .values(
      Array.from({ length: webhooks }, (_, index) => ({
        ...{ organization_id: organizationId, url: `${url}/${index}`, secret: 'whsec_a2lsbHM=' },
        // Only these: the engine sends the lightning of its own weather as well.
        ...{ kinds: ['audit.head'], created_at: new Date() },
      })),
    )
    .execute();
}

/** Writes some events in one transaction. */
function writeEvents(db: Database, organizationId: string): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    const ids = Array.from({ length: eventsAtOnce }, () => randomUUID());
    for (const id of ids) {
      const event = { organizationId, kind: 'audit.head', placeIds: [], data: { id }, at: 0 } as const;
      assert.equal(await sendWebhookEvent(transaction, testActor, { ...event, id }), webhooks);
    }
    return ids;
  });
}

async function requireNoneWaiting({ db }: Store): Promise<void> {
  const waiting = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('state', '<>', 'accepted')
    .limit(1)
    .execute();
  assert.deepEqual(waiting, []);
}

async function countCutAttempts({ db }: Store): Promise<number> {
  const cut = await db.selectFrom('webhook_attempts').select('number').where('outcome', 'is', null).execute();
  return cut.length;
}
