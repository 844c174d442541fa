import { createServer, Socket } from 'node:net';
import { Aedes } from 'aedes';
import mqtt, { type MqttClient } from 'mqtt';
import type { PlaceState } from '../../src/mqtt/present-place.ts';

/** The password of the user `allclear`. */
export const brokerSecret = 'correct horse battery';

/** A broker of MQTT 3.1.1 that asks for a password; any free port unless given. */
export async function openMqttBroker(port = 0) {
  const broker = await Aedes.createBroker({
    authenticate: (_client, username, password, done) =>
      username === 'allclear' && password?.toString() === brokerSecret
        ? done(null, true)
        : done(Object.assign(new Error('refused'), { returnCode: 4 }), null),
  });
  const engines = new Set<Socket>();
  broker.on('clientReady', ({ id, conn }) => {
    if (id.startsWith('allclear-') && conn instanceof Socket) engines.add(conn);
  });
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    broker.handle(socket);
  });
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => listener.close(() => resolve()));
  };
  /** The connections of engines, to break them. */
  return { port: address.port, engines: () => [...engines], close };
}

/** A client that is told everything, with what the broker last sent of each topic. */
export async function followBroker(port: number) {
  const client: MqttClient = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: 'allclear',
    password: brokerSecret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  const last = new Map<string, string>();
  const all: { topic: string; text: string }[] = [];
  client.on('message', (topic, payload) => {
    last.set(topic, payload.toString());
    all.push({ topic, text: payload.toString() });
  });
  await client.subscribeAsync('#', { qos: 1 });
  const stateOf = (id: string): PlaceState | null => JSON.parse(last.get(`allclear/${id}/state`) || 'null');
  const states = (id: string) =>
    all
      .filter(({ topic, text }) => topic === `allclear/${id}/state` && text !== '')
      .map(({ text }): PlaceState => JSON.parse(text));
  return { client, last, all, stateOf, states };
}
