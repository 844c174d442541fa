import { Agent, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { maxImageBytes } from '@allclear/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ask,
  openTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../../../test/test-server.ts';
import { defaultRequestTimes } from './limit-requests.ts';

/** The real server over real sockets, with limits that a test can wait for. */
const times = {
  headersMs: 1_000,
  requestMs: 4_000,
  leastBytesPerSecond: 4_096,
  anyRateMs: 1_000,
  checkEveryMs: 100,
};

let server: TestServer;
let port: number;
let ours: Awaited<ReturnType<TestServer['organization']>>;
const sockets: Socket[] = [];

async function listen(options: TestServerOptions = {}): Promise<void> {
  server = await openTestServer(undefined, { requestTimes: times, ...options });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.app.server.address() as AddressInfo);
  ours = await server.organization('Ours');
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

function open(): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  return socket;
}

/** When a connection is over, ms from now, and what came back. */
async function end(socket: Socket): Promise<{ afterMs: number; answer: string }> {
  const begunAt = performance.now();
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return { afterMs: performance.now() - begunAt, answer };
}

const head = (length: number, more = '') =>
  `POST /api/location/Add HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ours.people.customer.key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;

/** Sends so many bytes a second until the connection is over. */
function trickle(socket: Socket, bytesPerSecond: number): void {
  const timer = setInterval(() => socket.write('x'.repeat(Math.ceil(bytesPerSecond / 10))), 100);
  socket.once('close', () => clearInterval(timer));
}

describe('a request ends', () => {
  beforeEach(() => listen());

  test('without any byte of it, or with headers that never end', async () => {
    const silent = open();
    const slow = open();
    slow.write('GET /api/status HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    trickle(slow, 10);
    for (const { afterMs } of await Promise.all([end(silent), end(slow)]))
      expect(afterMs).toBeLessThan(3_000);
  });

  test('when its body stops or comes slower than the least rate, in all of sixty', async () => {
    const ends = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const socket = open();
        socket.write(`${head(100_000)}{`);
        if (index % 2 === 0) trickle(socket, 500);
        return end(socket);
      }),
    );
    for (const { afterMs, answer } of ends) {
      expect(afterMs).toBeLessThan(3_000);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    }
    expect(server.logged.join('')).not.toContain('a request failed');
  });

  test('when its body is slow where nobody reads it: refused, chunked, or of the identity provider', async () => {
    const heads = [
      'POST /api/location/Add HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n',
      'GET /api/status HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n',
      'POST /identity/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 50000\r\n\r\n',
      'POST /data/report/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n',
      'POST /no/such/address HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n',
    ];
    const ends = await Promise.all(
      heads.map((text) => {
        const socket = open();
        socket.write(text);
        trickle(socket, 100);
        return end(socket);
      }),
    );
    for (const { afterMs } of ends) expect(afterMs).toBeLessThan(3_000);
  });

  test('when it takes too long as a whole, at whatever rate', async () => {
    const socket = open();
    socket.write(head(250_000));
    trickle(socket, 10_000);
    const { afterMs, answer } = await end(socket);
    expect(afterMs).toBeGreaterThan(2_500);
    expect(afterMs).toBeLessThan(8_000);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

test('every address that the server listens on has the limits', async () => {
  server = await openTestServer(undefined, { requestTimes: times });
  await server.app.listen({ host: 'localhost', port: 0 });
  const ends = server.app.addresses().map((listensOn) => {
    const { port, address } = listensOn as AddressInfo;
    const socket = connect(port, address).on('error', () => {});
    sockets.push(socket);
    return end(socket);
  });
  expect(ends.length).toBeGreaterThan(0);
  for (const { afterMs } of await Promise.all(ends)) expect(afterMs).toBeLessThan(3_000);
});

describe('what is slow with reason goes on', () => {
  beforeEach(() => listen());

  test('a body at the least rate is read to its end', async () => {
    const socket = open();
    const body = JSON.stringify({ label: 'Field', latitude: 28, longitude: -82, pad: 'x'.repeat(12_000) });
    socket.write(head(body.length, 'Connection: close\r\n'));
    const answered = end(socket);
    for (let at = 0; at < body.length; at += 600) {
      socket.write(body.slice(at, at + 600));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await answered).answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('an event stream outlives every limit of a request, and a connection that waits for its next one', async () => {
    const socket = open();
    let isClosed = false;
    let text = '';
    socket.on('close', () => {
      isClosed = true;
    });
    socket.on('data', (bytes) => {
      text += bytes;
    });
    socket.write(
      `GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ours.people.customer.key}\r\n\r\n`,
    );
    const idle = open();
    let isIdleClosed = false;
    idle.on('close', () => {
      isIdleClosed = true;
    });
    idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, times.requestMs + 1_500));
    server.events.publish('status');
    await vi.waitFor(() => expect(text).toContain('"status"'), { timeout: 30_000 });
    expect(isClosed).toBe(false);
    expect(isIdleClosed).toBe(false);
  });
});

test('the limits that people meet let the largest picture through at the least rate', () => {
  const { requestMs, leastBytesPerSecond, anyRateMs, headersMs } = defaultRequestTimes;
  expect(requestMs).toBeGreaterThan(headersMs + anyRateMs + (maxImageBytes / leastBytesPerSecond) * 1_000);
  expect(requestMs).toBeLessThanOrEqual(30 * 60_000);
});

describe('connections', () => {
  test('of one address end at its limit, and are taken again when others are gone', async () => {
    await listen({
      settings: { connections: { total: 100, perNetwork: 10 } },
      requestTimes: { ...times, headersMs: 20_000 },
    });
    let closed = 0;
    for (let count = 0; count < 30; count++) open().once('close', () => closed++);
    await vi.waitFor(() => expect(closed).toBe(20), { timeout: 30_000 });
    for (const socket of sockets.splice(0)) socket.destroy();
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200), {
      timeout: 30_000,
    });
  });

  test('in all end at their limit, even those of a trusted proxy, which has none of its own', async () => {
    await listen({
      settings: {
        connections: { total: 20, perNetwork: 5 },
        trustProxy: { kind: 'networks', networks: ['127.0.0.0/8'] },
      },
      requestTimes: { ...times, headersMs: 20_000 },
    });
    let closed = 0;
    for (let count = 0; count < 30; count++) open().once('close', () => closed++);
    await vi.waitFor(() => expect(closed).toBe(10), { timeout: 30_000 });
  });
});

describe('a person', () => {
  test('has twenty event streams at most; somebody else has theirs', async () => {
    await listen();
    const agent = new Agent();
    const stream = (key: string) =>
      new Promise<number>((resolve) => {
        httpRequest(
          {
            port,
            host: '127.0.0.1',
            path: '/api/events',
            agent,
            headers: { authorization: `Bearer ${key}` },
          },
          ({ statusCode = 0 }) => resolve(statusCode),
        )
          .on('error', () => {})
          .end();
      });
    const statuses: number[] = [];
    for (let count = 0; count < 25; count++) statuses.push(await stream(ours.people.customer.key));
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429]);
    expect(await stream(ours.people.admin.key)).toBe(200);
    agent.destroy();
    await vi.waitFor(() => expect(server.events.size).toBe(0), { timeout: 30_000 });
    expect(await stream(ours.people.customer.key)).toBe(200);
  });

  test('has so many locations, also when they are added at once', async () => {
    await listen({ overrides: { locations: { settings: { geocoder: null, locationsPerPerson: 10 } } } });
    const add = (key: string) =>
      ask(server.app, 'POST', '/api/location/Add', {
        key,
        body: { label: 'Field', latitude: 28, longitude: -82 },
      });
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(ours.people.customer.key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.body.responseException.message).toBe('A person can have at most 10 locations.');
    expect((await add(ours.people.admin.key)).status).toBe(200);
  });

  test('reads at a rate that holds over all routes, and another person is not slowed by it', async () => {
    await listen({ settings: { readsPerMinute: 20 } });
    const read = async (key: string, path: string) => (await ask(server.app, 'GET', path, { key })).status;
    const statuses: number[] = [];
    for (let count = 0; count < 15; count++) {
      statuses.push(await read(ours.people.customer.key, '/api/location'));
      statuses.push(await read(ours.people.customer.key, '/api/Customer'));
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
    expect(statuses.slice(20)).toEqual(Array(10).fill(429));
    const { headers } = await ask(server.app, 'GET', '/api/location', { key: ours.people.customer.key });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await read(ours.people.admin.key, '/api/location')).toBe(200);
  });
});
