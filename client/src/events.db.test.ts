import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendWebhookEvent } from '@allclear/server/notifications/index.ts';
import { testActor } from '@allclear/server/test/actor.ts';
import { openTestServer, type TestServer } from '@allclear/server/test/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type EventsOptions, type ProgramEvent } from './index.ts';

let server: TestServer;
let url: string;
let ours: Awaited<ReturnType<TestServer['organization']>>;

beforeAll(async () => {
  server = await openTestServer();
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  ours = await server.organization('Client');
});
afterAll(() => server.close());

const send = (text: string) =>
  server.store.db.transaction().execute((transaction) =>
    sendWebhookEvent(transaction, testActor, {
      ...{ organizationId: ours.organizationId, kind: 'warning.held', placeIds: [], data: { text } },
      ...{ id: randomUUID(), at: server.clock.now() },
    }),
  );

/** Reads until `enough`, with a limit of time. */
async function read(
  origin: string,
  key: string,
  enough: (seen: readonly ProgramEvent[]) => boolean,
  options: EventsOptions = {},
  on: (event: ProgramEvent) => void = () => {},
): Promise<ProgramEvent[]> {
  const seen: ProgramEvent[] = [];
  const signal = AbortSignal.timeout(10_000);
  for await (const event of createClient({ url: origin, key }).events({ signal, ...options })) {
    seen.push(event);
    on(event);
    if (enough(seen)) break;
  }
  return seen;
}

async function standIn(answer: RequestListener, use: (origin: string) => Promise<void>): Promise<void> {
  const other = createServer(answer);
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
  } finally {
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  }
}
const write = (response: ServerResponse, id: number, kind = 'warning.held') =>
  response.write(`id: ${id}\nevent: ${kind}\ndata: {"text":"äöü ${id}"}\n\n`);

describe('on the real server', () => {
  it('reads the present, then events, and goes on after its last id when all streams end', async () => {
    let written = 0;
    // One after the other: what is sent at once has no order.
    let sent: Promise<unknown> = Promise.resolve();
    const next = () => {
      const text = `event ${++written}`;
      sent = sent.then(() => send(text));
    };
    const seen = await read(
      url,
      ours.people.admin.key,
      (all) => all.length === 6,
      { firstPauseMs: 50 },
      ({ kind }) => {
        if (kind === 'hello' && written === 0) next();
        else if (kind !== 'hello' && written === 1) {
          server.events.closeStreams(() => true);
          next();
          next();
        } else if (written === 3) next();
      },
    );
    expect(seen.map(({ kind }) => kind)).toEqual([
      ...['hello', 'warning.held', 'hello', 'warning.held', 'warning.held', 'warning.held'],
    ]);
    const texts = seen.flatMap(({ data }) => ('text' in data ? data.text : []));
    expect(texts).toEqual(['event 1', 'event 2', 'event 3', 'event 4']);
    const [, first] = seen;
    const again = await read(url, ours.people.admin.key, (all) => all.length === 4, {
      lastEventId: first!.id!,
    });
    expect(again.slice(1).map(({ data }) => ('text' in data ? data.text : null))).toEqual(texts.slice(1));
  });

  it('says that the id is not known', async () => {
    const seen = await read(url, ours.people.admin.key, (all) => all.length === 2, {
      lastEventId: 'from yesterday',
    });
    expect(seen.map(({ kind }) => kind)).toEqual(['reset', 'hello']);
  });

  it('ends with the refusal of a key that is none', async () => {
    await expect(read(url, `allclear_${'x'.repeat(49)}`, () => false)).rejects.toMatchObject({ status: 401 });
  });
});

describe('a server that breaks', () => {
  it('in the middle of an event is asked for it again, and nothing is given twice', async () => {
    const asked: (string | undefined)[] = [];
    await standIn(
      (request, response) => {
        const last = request.headers['last-event-id'];
        asked.push(last === undefined ? undefined : String(last));
        if (asked.length === 2) return void response.writeHead(503).end();
        if (asked.length === 3) return void request.socket.destroy();
        const from = Number(last ?? 0);
        write(response, from + 1);
        write(response, from + 2);
        response.write(`id: ${from + 3}\nevent: warning.held\ndata: {"te`);
        setTimeout(() => request.socket.destroy(), 50);
      },
      async (origin) => {
        const seen = await read(origin, 'key', (all) => all.length === 6, { firstPauseMs: 5 });
        expect(seen.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6']);
        expect(seen[0]?.data).toEqual({ text: 'äöü 1' });
        expect(asked).toEqual([undefined, '2', '2', '2', '4']);
      },
    );
  });

  it('that says nothing more is silence, once, and the stream is opened again', async () => {
    let requests = 0;
    await standIn(
      (_request, response) => {
        requests++;
        if (requests === 1) write(response, 1);
        else if (requests > 4) write(response, 2);
      },
      async (origin) => {
        const seen = await read(origin, 'key', (all) => all.length === 3, {
          ...{ silenceMs: 200, firstPauseMs: 5 },
        });
        expect(seen.map(({ kind }) => kind)).toEqual(['warning.held', 'silent', 'warning.held']);
      },
    );
  });

  it('waits longer with each attempt that brings nothing, and ends at once when the caller gives up', async () => {
    const at: number[] = [];
    await standIn(
      (request) => {
        at.push(performance.now());
        request.socket.destroy();
      },
      async (origin) => {
        const giveUp = new AbortController();
        setTimeout(() => giveUp.abort(), 1_500);
        const begun = performance.now();
        const reading = read(origin, 'key', () => false, { firstPauseMs: 40, signal: giveUp.signal });
        await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
        expect(performance.now() - begun).toBeLessThan(1_900);
        expect(at.length).toBeGreaterThan(3);
        expect(at.length).toBeLessThan(9);
      },
    );
  });
});
