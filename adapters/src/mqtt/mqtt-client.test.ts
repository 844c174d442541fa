import { connect, createServer, type Socket } from 'node:net';
import tls from 'node:tls';
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet';
import { afterEach, expect, test, vi } from 'vitest';
import { type MqttClientOptions, openBrokerSession, openMqttClient } from './mqtt-client.ts';
import { standInCertificate, standInKey } from './stand-in-certificate.ts';

/** As much of a broker of MQTT 5 as a client that publishes needs. */

const soon = { timeout: 10_000, interval: 10 };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openBroker({
  speaks = 5,
  acknowledges = true,
  silent = false,
  isSecure = false,
}: {
  speaks?: 4 | 5;
  acknowledges?: boolean;
  silent?: boolean;
  isSecure?: boolean;
} = {}) {
  const packets: Packet[] = [];
  const sockets = new Set<Socket>();
  const accept = (socket: Socket) => {
    sockets.add(socket);
    const protocol = { protocolVersion: speaks };
    const read = parser();
    socket.on('error', () => {});
    read.on('error', () => socket.destroy());
    socket.on('data', (data) => read.parse(data));
    const answer = (packet: Packet) => socket.write(generate(packet, protocol));
    read.on('packet', (packet: Packet) => {
      packets.push(packet);
      if (packet.cmd === 'connect' && packet.protocolVersion !== speaks) {
        if (!silent) answer({ cmd: 'connack', returnCode: 1, sessionPresent: false });
        socket.end();
      } else if (packet.cmd === 'connect')
        answer({ cmd: 'connack', reasonCode: 0, returnCode: 0, sessionPresent: false });
      else if (packet.cmd === 'subscribe')
        answer({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [1] });
      else if (packet.cmd === 'publish' && acknowledges)
        answer({ cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: 0 });
    });
  };
  const server = isSecure
    ? tls.createServer({ cert: standInCertificate, key: standInKey }, accept)
    : createServer(accept);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const published = () => packets.filter((packet): packet is IPublishPacket => packet.cmd === 'publish');
  return { url: `${isSecure ? 'mqtts' : 'mqtt'}://127.0.0.1:${address.port}`, packets, published };
}

function open(url: string, more: Partial<MqttClientOptions> = {}) {
  const failures: string[] = [];
  const client = openMqttClient({
    url,
    username: 'user',
    password: 'secret',
    clientId: 'allclear-test',
    will: { topic: 'a/status', payload: 'offline' },
    topicFilter: 'a/+/config',
    onMessage: () => {},
    onConnect: () => {},
    onFailure: (reason) => void failures.push(reason),
    jitter: () => 0,
    baseMs: 50,
    ...more,
  });
  ends.push(() => client.close());
  return { client, failures };
}

const connected = (client: ReturnType<typeof open>['client']) =>
  vi.waitFor(() => expect(client.connection()).not.toBeNull(), soon);

test('with MQTT 5 a message is retained and expires at the broker; the will has no end', async () => {
  const { url, packets, published } = await openBroker();
  const { client } = open(url);
  await connected(client);
  await client.publish([
    { topic: 'a/1/state', payload: '{}', expiresAfterSeconds: 120 },
    { topic: 'a/status', payload: 'online' },
  ]);
  expect(published()).toMatchObject([
    { topic: 'a/1/state', retain: true, qos: 1, properties: { messageExpiryInterval: 120 } },
    { topic: 'a/status', retain: true, qos: 1 },
  ]);
  expect(published()[1]?.properties?.messageExpiryInterval).toBeUndefined();
  const connect = packets.find(({ cmd }) => cmd === 'connect');
  expect(connect).toMatchObject({ protocolVersion: 5, clientId: 'allclear-test', keepalive: 15 });
  expect(connect).toMatchObject({ will: { topic: 'a/status', retain: true, qos: 1 } });
  await client.close();
  await vi.waitFor(() => expect(packets.at(-1)?.cmd).toBe('disconnect'), soon);
});

test.each([
  ['that says so', false],
  ['that closes the connection', true],
])('a broker of 3.1.1 %s gets the same without an expiry', async (_name, silent) => {
  const { url, published } = await openBroker({ speaks: 4, silent });
  const { client, failures } = open(url);
  await connected(client);
  await client.publish([{ topic: 'a/1/state', payload: '{}', expiresAfterSeconds: 120 }]);
  expect(published()).toMatchObject([{ topic: 'a/1/state', retain: true, qos: 1 }]);
  expect(published()[0]?.properties).toBeUndefined();
  expect(failures).toHaveLength(silent ? 1 : 0);
});

test('many messages go, ten at once', async () => {
  const { url, published } = await openBroker();
  const { client } = open(url);
  await connected(client);
  await client.publish(
    Array.from({ length: 95 }, (_, index) => ({ topic: `a/${index}/state`, payload: '1' })),
  );
  expect(published().map(({ topic }) => topic)).toEqual(
    Array.from({ length: 95 }, (_, index) => `a/${index}/state`),
  );
});

test('a broker that does not acknowledge is a lost connection, and old messages are not sent later', async () => {
  const { url, published, packets } = await openBroker({ acknowledges: false });
  const { client, failures } = open(url);
  await connected(client);
  await expect(client.publish([{ topic: 'a/1/state', payload: 'old' }])).rejects.toThrow();
  await vi.waitFor(() => expect(client.connection()).toBe(2), soon);
  expect(failures).toHaveLength(1);
  expect(packets.filter(({ cmd }) => cmd === 'connect')).toHaveLength(2);
  expect(published()).toHaveLength(1);
}, 20_000);

test('without a broker it goes on trying, and nothing can be published', async () => {
  const { client, failures } = open('mqtt://127.0.0.1:1');
  await vi.waitFor(() => expect(failures.length).toBeGreaterThan(2), soon);
  expect(failures.join()).toContain('ECONNREFUSED');
  await expect(client.publish([{ topic: 'a', payload: '' }])).rejects.toThrow('no connection');
});

test('with TLS a server that speaks none is a failure, not a plain connection', async () => {
  const { url, packets } = await openBroker();
  const { client, failures } = open(url.replace('mqtt:', 'mqtts:'));
  await vi.waitFor(() => expect(failures.length).toBeGreaterThan(0), { ...soon, timeout: 15_000 });
  expect(client.connection()).toBeNull();
  expect(packets).toEqual([]);
}, 20_000);

test('with TLS only a certificate that the machine trusts is accepted: another broker gets no password', async () => {
  const { url, packets } = await openBroker({ isSecure: true });
  const { client, failures } = open(url);
  await vi.waitFor(() => expect(failures.join()).toContain('self-signed certificate'), soon);
  expect(client.connection()).toBeNull();
  expect(packets).toEqual([]);
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, standInCertificate]);
  ends.push(() => tls.setDefaultCACertificates(before));
  await connected(client);
  await client.publish([{ topic: 'a/status', payload: 'online' }]);
  expect(packets.map(({ cmd }) => cmd)).toContain('publish');
});

test.each(['publish', 'subscribe'] as const)(
  'a session whose broker dies before it acknowledges a %s fails at once, and so does everything after',
  async (deadly) => {
    const server = createServer((socket) => {
      const read = parser();
      socket.on('error', () => {});
      socket.on('data', (data) => read.parse(data));
      read.on('packet', ({ cmd }: Packet) => {
        if (cmd === 'connect')
          socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
        else if (cmd === deadly) socket.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => server.close());
    const address = server.address();
    const stream = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
    stream.on('error', () => {});
    await new Promise((resolve) => stream.once('connect', resolve));
    let ended = 0;
    const session = await openBrokerSession({
      ...{ stream, username: null, password: null, clientId: 'test', onMessage: () => {} },
      onEnd: () => {
        ended += 1;
      },
    });
    ends.push(session.close);
    const began = performance.now();
    const tries = { publish: () => session.publish('a', 'b'), subscribe: () => session.subscribe(['a']) };
    await expect(tries[deadly]()).rejects.toThrow('The connection ended.');
    expect(performance.now() - began).toBeLessThan(1_000);
    await expect(session.publish('a', 'b')).rejects.toThrow('The connection ended.');
    await expect(session.subscribe(['a'])).rejects.toThrow();
    expect(ended).toBe(1);
  },
);
