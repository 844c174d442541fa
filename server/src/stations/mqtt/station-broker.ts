import { createServer, type Socket } from 'node:net';
import { BadUpload, readMqttPayload, type UnitSystem } from '@allclear/adapters';
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes';
import type { FastifyBaseLogger } from 'fastify';
import type { LightningLive } from '../../lightning/index.ts';
import { type Clock, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { FeedLog } from '../../platform/feeds/feed-log.ts';
import { hashOfStationKey } from '../station-keys.ts';
import { type OwnStation, stationByKey } from '../store.ts';
import { takeStationReport } from '../take-station-report.ts';
import { GatedConnection } from './gated-connection.ts';
import { PacketGate } from './packet-gate.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

/** As large as an upload by HTTP may be, with its topic. */
const packetBytes = 64 * 1024;
/** A station sends every few seconds at most; what it could not send it may hand in at once. */
const rate = { burst: 300, perSecond: 5 };
const maxConnections = 2_000;
/** A connection that says nothing for so long is given up. */
const idleMs = 30 * 60_000;
const connectMs = 10_000;
const badUserOrPassword = 4;
const serverUnavailable = 3;

export interface StationBroker {
  readonly port: number;
  close(): Promise<void>;
}

interface Session {
  readonly uploadId: string;
  readonly keyHash: Buffer;
  /** Reports of a connection are taken one after the other. */
  last: Promise<void>;
}

/**
 * An MQTT broker (3.1.1) that takes the reports of weather stations and hands on nothing. A station signs in
 * with its upload id and its key and may publish to `stations/UPLOAD_ID` alone (with `/metric` or `/imperial`
 * behind it for values that do not name their unit). Subscriptions are refused; what is retained or goes
 * elsewhere ends the connection. A report is acknowledged (QoS 1 and 2) when it is stored. Nothing of a
 * report goes to the log.
 */
export async function startStationBroker({
  host,
  port,
  db,
  live,
  clock,
  log,
}: {
  host: string;
  port: number;
  db: Database;
  live: LightningLive;
  clock: Clock;
  log: FastifyBaseLogger;
}): Promise<StationBroker> {
  const feedLog = new FeedLog(log, 'storing of reports over MQTT');
  const sessions = new WeakMap<Client, Session>();
  const throttle = new SignInThrottle();
  const addresses = new WeakMap<object, string>();
  const taking = new Set<Promise<void>>();

  /** The station of an upload id and a key, as long as both are its own. */
  const stationOf = async (uploadId: string, keyHash: Buffer): Promise<OwnStation | null> => {
    const station = await stationByKey(db, keyHash);
    return station?.uploadId === uploadId.toUpperCase() ? station : null;
  };

  const signIn = async (
    client: Client,
    username: string | undefined,
    password: Uint8Array | undefined,
  ): Promise<boolean> => {
    const address = addresses.get(client.conn) ?? '';
    const key = password?.toString() ?? '';
    if (!username || username.length > 100 || key === '' || key.length > 200) return false;
    const keyHash = hashOfStationKey(key);
    const station = await stationOf(username, keyHash);
    if (station === null) {
      throttle.failed(address, wallNow());
      return false;
    }
    sessions.set(client, { uploadId: station.uploadId!, keyHash, last: Promise.resolve() });
    return true;
  };

  /** False when the station is not there any more. */
  const take = async (session: Session, units: UnitSystem | null, payload: Uint8Array): Promise<boolean> => {
    const station = await stationOf(session.uploadId, session.keyHash);
    if (station === null) return false;
    try {
      await takeStationReport({ db, live }, station, () => readMqttPayload(payload, units), clock.now());
    } catch (error) {
      // What cannot be read would not be read the next time either.
      if (!(error instanceof BadUpload)) throw error;
      log.debug({ station: station.id, reason: error.message }, 'a report over MQTT could not be read');
    }
    feedLog.succeeded();
    return true;
  };

  const broker = await Aedes.createBroker({
    ...{ connectTimeout: connectMs, maxInflightInbound: 10, queueLimit: 10, maxTopicLevels: 5 },
    preConnect(client, packet, done) {
      if (throttle.isClosed(addresses.get(client.conn) ?? '', wallNow()))
        return done(new Error('too many failed sign-ins'), false);
      // Nothing is kept for a connection that has ended: no session, and no last will, which would be a
      // report.
      delete packet.will;
      packet.clean = true;
      // One station cannot push another off by taking its client id.
      packet.clientId = `${packet.username ?? ''}/${packet.clientId.slice(0, 100)}`;
      done(null, true);
    },
    authenticate(client, username, password, done) {
      signIn(client, username, password).then(
        (isAccepted) =>
          isAccepted ? done(null, true) : done(refusal('bad user name or password', badUserOrPassword), null),
        (error: unknown) => {
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
        .then(() => take(session, units, bytesOf(packet)))
        .then(
          (isTaken) => done(isTaken ? null : new Error('not authorized')),
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
    const connection = new GatedConnection(socket, new PacketGate({ packetBytes, ...rate }), wallNow);
    addresses.set(connection, socket.remoteAddress ?? '');
    broker.handle(connection);
  });
  server.maxConnections = maxConnections;
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
