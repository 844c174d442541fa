import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTestServer, type TestServer } from '@allclear/server/test/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, type Client, createClient } from './index.ts';

let server: TestServer;
let url: string;
let client: Client;

beforeAll(async () => {
  server = await openTestServer();
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { people } = await server.organization('Client');
  client = createClient({ url, key: people.admin.key });
});
afterAll(() => server.close());

async function standIn(answer: RequestListener, use: (client: Client) => Promise<void>): Promise<void> {
  const other = createServer(answer);
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  try {
    await use(
      createClient({ url: `http://127.0.0.1:${(other.address() as AddressInfo).port}`, timeoutMs: 500 }),
    );
  } finally {
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  }
}
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (thrown: unknown) => thrown as ApiError,
  );

describe('on the real server', () => {
  it('calls routes by their names, with what they take and give', async () => {
    const { data } = {
      data: await client.addLocation({ body: { label: 'North', latitude: 28, longitude: -82 } }),
    };
    expect(data.message).toBeTruthy();
    const [location] = await client.listLocations();
    expect(location?.label).toBe('North');
    const zones = await client.listPolicyTypes();
    expect(zones.length).toBeGreaterThan(5);
    await client.deleteLocation({ params: { id: location?.id ?? '' } });
    expect(await client.listLocations()).toEqual([]);
  });

  it('a refusal has its status, code and the sentences of the fields', async () => {
    const refused = await failureOf(
      client.addLocation({ body: { label: 'North', latitude: 99, longitude: -82 } }),
    );
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 400, code: 'bad-input' });
    expect(refused?.errors.Latitude).toEqual(['Latitude must be between -90 and 90']);
    const nobody = createClient({ url });
    expect(await failureOf(nobody.listLocations())).toMatchObject({ status: 401, code: 'not-signed-in' });
    expect((await nobody.getStatus()).now).toBeTruthy();
  });

  it('gives all items of a list in parts', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `Group ${index}`);
    for (const name of names) await client.addGroup({ body: { name } });
    const found: string[] = [];
    for await (const group of client.items('listGroups', { query: { limit: 3 } })) found.push(group.name);
    expect(found).toEqual(names);
  });

  it('a call that is sent twice with one key is done once', async () => {
    const call = () =>
      client.addGroup({ body: { name: 'Once' }, idempotencyKey: 'made-by-the-test' }).then(({ id }) => id);
    expect(await call()).toBe(await call());
  });
});

describe('a server that fails', () => {
  it('is asked again after 503 and after a lost answer, with the same key', async () => {
    const keys: unknown[] = [];
    await standIn(
      (request, response) => {
        keys.push(request.headers['idempotency-key']);
        if (keys.length === 1) return void request.socket.destroy();
        if (keys.length === 2) return void response.writeHead(503).end();
        response.end(JSON.stringify({ data: { id: 'g', message: 'Added' } }));
      },
      async (other) => {
        expect(await other.addGroup({ body: { name: 'North' } })).toMatchObject({ id: 'g' });
      },
    );
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('a change without such a key is not sent again after a lost answer', async () => {
    let requests = 0;
    await standIn(
      (request) => {
        requests++;
        request.socket.destroy();
      },
      async (other) => {
        expect(await failureOf(other.updatePolicy({ body: { id: 'p' } }))).toMatchObject({
          ...{ status: 0, code: 'unreachable' },
        });
      },
    );
    expect(requests).toBe(1);
  });

  it('is left alone for as long as it says', async () => {
    const at: number[] = [];
    await standIn(
      (_request, response) => {
        at.push(performance.now());
        if (at.length === 1) return void response.writeHead(429, { 'retry-after': '1' }).end();
        response.end(JSON.stringify({ data: [] }));
      },
      async (other) => {
        expect(await other.listLocations()).toEqual([]);
      },
    );
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(950);
  });

  it('an answer that is none of the API is no success', async () => {
    await standIn(
      (_request, response) => void response.end('<html>Sign in to the network</html>'),
      async (other) => {
        expect(await failureOf(other.listLocations())).toMatchObject({ status: 200, code: 'malformed' });
      },
    );
  });

  it('one that does not answer ends after its time, and at once when the caller gives up', async () => {
    await standIn(
      () => undefined,
      async (other) => {
        const giveUp = new AbortController();
        setTimeout(() => giveUp.abort(), 100);
        const begun = performance.now();
        expect(await failureOf(other.listLocations({ signal: giveUp.signal }))).toMatchObject({
          name: 'AbortError',
        });
        expect(performance.now() - begun).toBeLessThan(450);
      },
    );
  });
});
