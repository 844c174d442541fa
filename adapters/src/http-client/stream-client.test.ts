import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { readDeviceNetworks } from '../device-socket/device-networks.ts';
import { standInCertificate, standInKey } from '../mqtt/stand-in-certificate.ts';
import { openStandIn, type StandIn } from '../stand-in-server.ts';
import {
  openStreamClient,
  type StreamClient,
  type StreamedResponse,
  type StreamRequest,
} from './stream-client.ts';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

function clientFor(
  networks: string,
  options: Partial<Parameters<typeof openStreamClient>[0]> = {},
): StreamClient {
  const read = readDeviceNetworks(networks);
  if ('problem' in read) throw new Error(read.problem);
  const isDeviceAddress = (address: string) => read.networks.allows(address);
  const client = openStreamClient({ userAgent: 'Allclear test', isDeviceAddress, ...options });
  opened.push(client);
  return client;
}

async function standIn(listener: Parameters<typeof openStandIn>[0]): Promise<StandIn> {
  const service = await openStandIn(listener);
  opened.push(service);
  return service;
}

function requestOf(url: string, options: Partial<StreamRequest> = {}): StreamRequest {
  return {
    source: 'test',
    name: 'The device',
    url,
    trustedHost: new URL(url).hostname,
    timeoutMs: 2_000,
    signal: new AbortController().signal,
    ...options,
  };
}

/** A server with a certificate that it has signed itself. */
async function secureServer(): Promise<string> {
  const server = createServer({ cert: standInCertificate, key: standInKey }, (_request, response) =>
    response.end('secret picture'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function textOf({ body }: StreamedResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('a streamed answer', () => {
  test('comes as it is sent, and what is not read is not received', async () => {
    let sent = 0;
    const service = await standIn((_request, response) => {
      const pour = () => {
        while (!response.closed && sent < 200) {
          sent += 1;
          if (!response.write(Buffer.alloc(1024 * 1024))) return;
        }
      };
      response.on('drain', pour);
      pour();
    });
    const response = await clientFor('127.0.0.1').open(requestOf(service.url));
    for await (const chunk of response.body) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(sent).toBeLessThan(50);
    response.close();
  });

  test('ends with the signal and in time, without an address in the error', async () => {
    const service = await standIn((request, response) => {
      if (request.url === '/begun') response.write('some');
    });
    const client = clientFor('127.0.0.1');
    await expect(client.open(requestOf(`${service.url}/silent`, { timeoutMs: 100 }))).rejects.toMatchObject({
      kind: 'timeout',
      message: 'The device did not answer in time.',
    });
    const ending = new AbortController();
    const response = await client.open(requestOf(`${service.url}/begun`, { signal: ending.signal }));
    setTimeout(() => ending.abort(), 50);
    const read = (async () => {
      for await (const chunk of response.body) expect(String(chunk)).toBe('some');
    })();
    await expect(read).rejects.toMatchObject({ message: 'The request to The device was canceled.' });
  });
});

test('a resolver that does not answer is waited for no longer than a server', async () => {
  const client = clientFor('127.0.0.1', { resolve: () => {} });
  const request = requestOf('http://camera.example.org/', { timeoutMs: 100 });
  await expect(client.open(request)).rejects.toMatchObject({ kind: 'timeout' });
});

describe('which addresses', () => {
  test('a device may sign its own certificate, which lets no other private host in', async () => {
    const url = await secureServer();
    const response = await clientFor('127.0.0.1').open(requestOf(url));
    expect(await textOf(response)).toBe('secret picture');
    await expect(clientFor('').open(requestOf(url))).rejects.toMatchObject({
      message: 'The device leads to a private address, which this installation does not allow.',
    });
  });

  test('a name with one address outside the networks is refused', async () => {
    const service = await standIn((_request, response) => response.end('reached'));
    const resolve: NonNullable<Parameters<typeof openStreamClient>[0]['resolve']> = (_name, _options, done) =>
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '10.9.9.9', family: 4 },
      ]);
    const url = `http://camera.example.org:${new URL(service.url).port}/`;
    await expect(clientFor('127.0.0.1', { resolve }).open(requestOf(url))).rejects.toMatchObject({
      retryable: false,
    });
    expect(service.requests).toHaveLength(0);
  });

  test('a name that changes its address between the judgement and the connection is judged again', async () => {
    const service = await standIn((_request, response) => response.end('reached'));
    let asked = 0;
    const resolve: NonNullable<Parameters<typeof openStreamClient>[0]['resolve']> = (_name, _options, done) =>
      done(null, [{ address: asked++ === 0 ? '8.8.8.8' : '127.0.0.1', family: 4 }]);
    const url = `http://camera.example.org:${new URL(service.url).port}/`;
    await expect(clientFor('127.0.0.1', { resolve }).open(requestOf(url))).rejects.toMatchObject({
      message: 'The device leads to a private address, which this installation does not allow.',
    });
    expect(asked).toBe(2);
    expect(service.requests).toHaveLength(0);
  });

  test('devices are not reached through the proxy', async () => {
    const seen: string[] = [];
    const proxy = await standIn((request, response) => {
      seen.push(request.url ?? '');
      response.end('by proxy');
    });
    proxy.requests.length = 0;
    const service = await standIn((_request, response) => response.end('direct'));
    const client = clientFor('127.0.0.1', { proxy: { url: proxy.url, except: '' } });
    const direct = await client.open(requestOf(service.url));
    expect(await textOf(direct)).toBe('direct');
    expect(seen).toEqual([]);
  });

  test('a public host is reached through the proxy, with a certificate that is trusted', async () => {
    const inside = new URL(await secureServer());
    const asked: string[] = [];
    const proxy = await standIn((request, response) => {
      asked.push(request.url ?? '');
      response.end('by proxy');
    });
    const tunnel = createTunnel(Number(inside.port), (host) => asked.push(host));
    const tunnelUrl = await tunnel.open();
    const resolve = resolveTo('8.8.8.8');
    const plain = clientFor('', { resolve, proxy: { url: proxy.url, except: '' } });
    expect(await textOf(await plain.open(requestOf('http://camera.example.org/now.jpg')))).toBe('by proxy');
    const secure = clientFor('', { resolve, proxy: { url: tunnelUrl, except: '' } });
    await expect(secure.open(requestOf('https://camera.example.org/now.jpg'))).rejects.toMatchObject({
      kind: 'refused',
      message: 'The device has a certificate that is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
      cause: undefined,
    });
    expect(asked).toEqual(['http://camera.example.org/now.jpg', 'camera.example.org:443']);
  });

  test('a host past the proxy is judged when the connection is made, as without one', async () => {
    const inside = new URL(await secureServer());
    const proxy = { url: 'http://127.0.0.1:9', except: 'camera.example.org' };
    const url = `https://camera.example.org:${inside.port}/`;
    await expect(
      clientFor('', { resolve: resolveTo('127.0.0.1'), proxy }).open(requestOf(url)),
    ).rejects.toMatchObject({
      message: 'The device leads to a private address, which this installation does not allow.',
    });
  });
});

function resolveTo(address: string): NonNullable<Parameters<typeof openStreamClient>[0]['resolve']> {
  return (_name, _options, done) => done(null, [{ address, family: 4 }]);
}

/** A proxy that leads every tunnel to one port of this machine. */
function createTunnel(port: number, onConnect: (host: string) => void) {
  const sockets = new Set<Socket>();
  const server = createHttpServer();
  server.on('connect', (request, socket: Socket) => {
    onConnect(request.url ?? '');
    const inner = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'));
    for (const one of [socket, inner]) {
      sockets.add(one);
      one.on('error', () => {});
    }
    inner.pipe(socket).pipe(inner);
  });
  opened.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  return {
    open: async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}
