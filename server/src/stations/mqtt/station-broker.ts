import { createServer, type Socket } from 'node:net';
import type { UnitSystem } from '@allclear/adapters';
import { Aedes, type AedesOptions, type AuthenticateError, type Client, type PublishPacket } from 'aedes';
import type { FastifyBaseLogger } from 'fastify';
import { wallNow } from '../../platform/clock/clock.ts';
import { FeedLog } from '../../platform/feeds/feed-log.ts';
import { networkOf } from '../../platform/http/client-network.ts';
import { TooManyRefusals } from '../../platform/http/limits/key-lookup.ts';
import { limitConnections } from '../../platform/http/limits/limit-connections.ts';
import type { StationKeys } from '../open-station-keys.ts';
import { GatedConnection } from './gated-connection.ts';
import { PacketGate } from './packet-gate.ts';
import { type StationReportContext, type StationSession, signIn, takeReport } from './station-session.ts';

/** As large as an upload by HTTP may be, with its topic. */
const packetBytes = 64 * 1024;
/** A station sends every few seconds at most; after an outage it may send the missed reports at once. */
const rate = { burst: 300, perSecond: 5 };
/** Stations behind one router are some dozens at most. */
const connections = { total: 2_000, perNetwork: 200 };
/** A connection without traffic for so long is closed. */
const idleMs = 30 * 60_000;
/** From a connection to the end of its sign-in, and from the first byte of a packet to its last. */
const defaultTimes = { connectMs: 10_000, packetMs: 60_000 };
const badUserOrPassword = 4;
const serverUnavailable = 3;

export interface StationBroker {
  readonly port: number;
  close(): Promise<void>;
}

type BrokerContext = StationReportContext & {
  readonly log: FastifyBaseLogger;
  readonly keys: StationKeys;
};

/**
 * An MQTT broker (3.1.1) that accepts the reports of weather stations and forwards nothing. A station signs
 * in with its upload id and its key and may publish to `stations/UPLOAD_ID` only (with `/metric` or
 * `/imperial` behind it for values that do not name their unit). Subscriptions are refused; retained messages
 * and other topics end the connection. A report is acknowledged (QoS 1 and 2) when it is stored. The content
 * of reports is not logged.
 */
export async function startStationBroker({
  host,
  port,
  times = defaultTimes,
  isProxy,
  ...context
}: BrokerContext & {
  readonly host: string;
  readonly port: number;
  /** Whether an address is that of a proxy, behind which all stations may be. */
  readonly isProxy?: (address: string) => boolean;
  /** How long what comes may take; tests set their own. */
  readonly times?: { readonly connectMs: number; readonly packetMs: number };
}): Promise<StationBroker> {
  const { log } = context;
  const addresses = new WeakMap<object, string>();
  const taking = new Set<Promise<void>>();
  const broker = await Aedes.createBroker({
    connectTimeout: times.connectMs,
    maxInflightInbound: 10,
    queueLimit: 10,
    maxTopicLevels: 5,
    ...handlersOf(context, addresses, taking),
  });
  broker.on('clientError', (_client, error) =>
    log.debug({ reason: error.message }, 'a connection over MQTT ended'),
  );
  broker.on('connectionError', (_client, error) =>
    log.debug({ reason: error.message }, 'a connection over MQTT ended before it began'),
  );
  (broker as NodeJS.EventEmitter).on('error', (error: Error) =>
    log.error({ err: error }, 'the MQTT broker has a fault'),
  );

  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.setTimeout(idleMs);
    socket.setNoDelay(true);
    const connection = new GatedConnection(
      socket,
      new PacketGate({ packetBytes, packetMs: times.packetMs, ...rate }),
      wallNow,
    );
    addresses.set(connection, socket.remoteAddress ?? '');
    broker.handle(connection);
  });
  limitConnections(server, connections, isProxy);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const listensOn = (server.address() as { port: number }).port;
  log.info({ port: listensOn }, 'weather stations can report over MQTT');

  return {
    port: listensOn,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
      await Promise.all(taking);
    },
  };
}

/**
 * The handlers of the broker's connections. `addresses` are those of the connections; `taking` has the
 * reports that are being stored.
 */
function handlersOf(
  context: BrokerContext,
  addresses: WeakMap<object, string>,
  taking: Set<Promise<void>>,
): Pick<
  AedesOptions,
  'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
> {
  const { keys, log } = context;
  const feedLog = new FeedLog(log, 'storing of reports over MQTT');
  const sessions = new WeakMap<Client, StationSession>();
  return {
    preConnect(_client, packet, done) {
      // Nothing is kept for a connection that has ended: no session, and no last will, which would be a
      // report.
      delete packet.will;
      packet.clean = true;
      // One station cannot push another off by taking its client id.
      packet.clientId = `${packet.username ?? ''}/${packet.clientId.slice(0, 100)}`;
      done(null, true);
    },
    authenticate(client, username, password, done) {
      const network = networkOf(addresses.get(client.conn) ?? '');
      signIn(keys, username, password, network).then(
        (session) => {
          if (session === null) return done(refusal('bad user name or password', badUserOrPassword), null);
          sessions.set(client, session);
          done(null, true);
        },
        (error: unknown) => {
          if (!(error instanceof TooManyRefusals))
            log.error({ err: error }, 'a station could not be signed in over MQTT');
          done(refusal('server unavailable', serverUnavailable), null);
        },
      );
    },
    authorizePublish(client, packet, done) {
      const session = client === null ? undefined : sessions.get(client);
      const units = session && unitsOfTopic(packet.topic, session.uploadId);
      if (!session || units === undefined || packet.retain) return done(new Error('not authorized'));
      const taken = session.last
        .then(() => takeReport(context, session, units, bytesOf(packet)))
        .then(
          (isTaken) => {
            if (isTaken) feedLog.succeeded();
            done(isTaken ? null : new Error('not authorized'));
          },
          (error: unknown) => {
            feedLog.failed(error);
            // Without an acknowledgement the station sends it again.
            done(new Error('not stored'));
          },
        );
      session.last = taken;
      taking.add(taken);
      void taken.finally(() => taking.delete(taken));
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
    authorizeForward: () => null,
  };
}

/** The units that a station's own topic names, null for none; undefined for any other topic. */
function unitsOfTopic(topic: string, uploadId: string): UnitSystem | null | undefined {
  const [root, id, units, ...more] = topic.split('/');
  if (root !== 'stations' || id?.toUpperCase() !== uploadId || more.length > 0) return undefined;
  if (units === undefined) return null;
  return units === 'metric' || units === 'imperial' ? units : undefined;
}

function bytesOf({ payload }: PublishPacket): Uint8Array {
  return typeof payload === 'string' ? Buffer.from(payload) : payload;
}

function refusal(message: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(message), { returnCode });
}
