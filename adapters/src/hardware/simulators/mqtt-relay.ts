import { createServer, type Socket } from 'node:net';
import { generate, type Packet, parser } from 'mqtt-packet';
import { proofOf } from '../../simulator-proof.ts';
import { isObject, jsonOf } from '../http-session.ts';
import type { Simulator, SimulatorOptions } from './port.ts';
import { createOutputs, type SimulatedOutputs } from './simulated-outputs.ts';
import { listenAsSimulator } from './simulated-server.ts';

const names = ['relay1', 'relay2', 'relay3', 'relay4'];

export const simulatedTopic = 'grounds/siren';

export interface MqttRelaySimulator extends Simulator {
  /** The device leaves its broker, which publishes its Last Will; or it comes back. */
  setConnected(isConnected: boolean): void;
}

/** A relay and its broker in one program: as much of a broker of MQTT 3.1.1 as one client needs. */
export async function startMqttRelaySimulator(options: SimulatorOptions = {}): Promise<MqttRelaySimulator> {
  const { username = '', password = '', slowMs = 10_000 } = options;
  const outputs = createOutputs(names, options);
  let isConnected = true;
  let messageId = 0;
  const clients = new Map<Socket, Set<string>>();
  const deliver = (topic: string, payload: string, retain = false, to?: Socket) => {
    for (const [socket, topics] of clients)
      if (topics.has(topic) && (to === undefined || to === socket)) {
        messageId = (messageId % 65_535) + 1;
        const packet: Packet = { cmd: 'publish', topic, payload, qos: 1, messageId, retain, dup: false };
        socket.write(generate(packet));
      }
  };
  const onPublish = (topic: string, payload: string) => {
    if (!isConnected || outputs.fault === 'silent') return;
    if (topic === `${simulatedTopic}/allclear-simulator`) return deliver(`${topic}/proof`, proofOf(payload));
    if (topic !== `${simulatedTopic}/set`) return;
    if (outputs.fault === 'html') return deliver(`${simulatedTopic}/state`, '<html></html>');
    const state = JSON.stringify(carryOut(payload, outputs));
    if (outputs.fault === 'half-answer') {
      for (const socket of clients.keys()) socket.destroy();
    } else if (outputs.fault === 'slow')
      setTimeout(() => deliver(`${simulatedTopic}/state`, state), slowMs).unref();
    else deliver(`${simulatedTopic}/state`, state);
  };
  const onPacket = (socket: Socket, packet: Packet) => {
    const answer = (one: Packet) => socket.write(generate(one));
    if (packet.cmd === 'connect') {
      const isRight =
        password === '' ||
        (String(packet.password ?? '') === password && (packet.username ?? '') === username);
      const isAllowed = isRight && outputs.fault !== 'wrong-password';
      answer({ cmd: 'connack', returnCode: isAllowed ? 0 : 5, sessionPresent: false });
      if (isAllowed) clients.set(socket, new Set());
      else socket.end();
    } else if (!clients.has(socket)) socket.destroy();
    else if (packet.cmd === 'subscribe') {
      const topics = packet.subscriptions.map(({ topic }) => topic);
      for (const topic of topics) clients.get(socket)?.add(topic);
      answer({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: topics.map(() => 1) });
      const status = `${simulatedTopic}/status`;
      if (topics.includes(status)) deliver(status, isConnected ? 'online' : 'offline', true, socket);
    } else if (packet.cmd === 'publish') {
      if (packet.qos === 1) answer({ cmd: 'puback', messageId: packet.messageId ?? 0 });
      // A retained command would sound again at each restart of the broker.
      if (!packet.retain) onPublish(packet.topic, packet.payload.toString());
    } else if (packet.cmd === 'pingreq') answer({ cmd: 'pingresp' });
    else if (packet.cmd === 'disconnect') socket.end();
  };
  const server = createServer((socket) => {
    const read = parser({ protocolVersion: 4 });
    socket.on('close', () => clients.delete(socket));
    read.on('error', () => socket.destroy());
    read.on('packet', (packet: Packet) => {
      // A broker may send its acknowledgement and the device's answer in one piece.
      socket.cork();
      onPacket(socket, packet);
      socket.uncork();
    });
    socket.on('data', (data) => read.parse(data));
  });
  const simulator = await listenAsSimulator(server, outputs, options);
  return Object.defineProperties(
    {
      ...simulator,
      setConnected(next: boolean) {
        isConnected = next;
        deliver(`${simulatedTopic}/status`, next ? 'online' : 'offline');
      },
    },
    // Its value changes.
    { fault: { get: () => outputs.fault } },
  );
}

function carryOut(payload: string, outputs: SimulatedOutputs): object {
  const command = jsonOf(payload);
  if (!isObject(command)) return { error: 'unreadable' };
  const { id, output, on, seconds, deadline, report } = command;
  if (outputs.fault === 'error-inside') return { id, error: 'overheated' };
  if (report !== true) {
    if (typeof deadline !== 'number' || outputs.now() / 1_000 > deadline) return { id, error: 'late' };
    if (typeof output !== 'string' || !outputs.has(output) || typeof on !== 'boolean')
      return { id, error: 'no such output' };
    outputs.set(output, on, typeof seconds === 'number' ? seconds : null);
  }
  const time = Math.floor(outputs.now() / 1_000);
  return { id, relays: outputs.says(), uptime: outputs.uptimeSeconds(), time, voltage: 24.1 };
}
