import type { Duplex } from 'node:stream';
import mqtt, { type IClientOptions, MqttClient } from 'mqtt';
import { backOffMs } from '../back-off.ts';

/** A message that the broker keeps for who subscribes later; an empty payload removes the one that it keeps. */
export interface RetainedMessage {
  readonly topic: string;
  readonly payload: string;
  /** The broker drops it after so long, seconds; a broker without MQTT 5 keeps it. */
  readonly expiresAfterSeconds?: number;
}

export interface MqttClientOptions {
  /** `mqtt://host:port` or `mqtts://host:port` (TLS, with a certificate that this machine trusts). */
  readonly url: string;
  readonly username: string | null;
  readonly password: string | null;
  /** A broker ends the connection of another client with the same id. At most 23 letters, digits and hyphens. */
  readonly clientId: string;
  /** What the broker publishes when the connection ends without `close`. */
  readonly will: RetainedMessage;
  /** What `onMessage` gets. */
  readonly topicFilter: string;
  readonly onMessage: (topic: string, payload: string) => void;
  /** `version` is that of MQTT: 5, or 4 for 3.1.1. */
  readonly onConnect: (version: 4 | 5) => void;
  /** After each failed or lost connection; the reason names no secret. */
  readonly onFailure: (reason: string) => void;
  /** 0–1, drawn for each wait before another connection. */
  readonly jitter: () => number;
  /** The shortest wait before another connection, ms. */
  readonly baseMs?: number;
}

export interface MqttConnection {
  /** How often a connection was made; null while there is none. */
  connection(): number | null;
  /**
   * Publishes in this order where it matters little: at most ten are on their way at once. Resolves when the broker
   * has acknowledged all; rejects when it has not within five seconds, and the connection then ends.
   */
  publish(messages: readonly RetainedMessage[]): Promise<void>;
  /** Ends the connection so that the broker does not publish the will. */
  close(): Promise<void>;
}

/** Less than the 20 of a common broker, which may end the connection of a client that sends more. */
const atOnce = 10;
const acknowledgeMs = 5_000;
const closeMs = 2_000;
/** A broker publishes the will after one and a half times this without a packet. */
const keepaliveSeconds = 15;
/** Unacceptable protocol version: of MQTT 3.1.1, and of 5. */
const wrongVersion = [1, 132];

/**
 * A client of an MQTT broker that keeps connecting: with MQTT 5, or 3.1.1 where the broker does not speak it. What
 * was published while there is no connection is not sent later: an old state must not arrive late.
 */
export function openMqttClient(options: MqttClientOptions): MqttConnection {
  const { onConnect, onMessage, onFailure, jitter, baseMs } = options;
  let version: 4 | 5 = 5;
  let failures = 0;
  let connections = 0;
  let isClosed = false;
  let current: MqttClient | null = null;
  let retry: NodeJS.Timeout | undefined;

  const connect = () => {
    const client = mqtt.connect(connectOptions(options, version));
    let isUp = false;
    let failure: { message: string; code?: unknown } | null = null;
    client.on('connect', () => {
      isUp = true;
      failures = 0;
      connections += 1;
      current = client;
      // A broker may refuse it: then nothing comes.
      client.subscribe(options.topicFilter, { qos: 1 }, () => {});
      onConnect(version);
    });
    client.on('message', (topic, payload) => onMessage(topic, payload.toString()));
    client.on('error', (error) => {
      failure = error;
    });
    client.once('close', () => {
      if (current === client) current = null;
      client.end(true);
      if (isClosed) return;
      const isRefusedVersion =
        failure !== null && version === 5 && wrongVersion.some((code) => code === failure?.code);
      if (isRefusedVersion) {
        version = 4;
        return connect();
      }
      // An old broker may close the connection without an answer, but so may one that is just starting.
      if (isUp) version = 5;
      else if (failure === null) version = version === 5 ? 4 : 5;
      failures += 1;
      onFailure(failure?.message ?? (isUp ? 'The connection ended.' : 'The broker closed the connection.'));
      retry = setTimeout(connect, backOffMs(failures, jitter(), baseMs === undefined ? {} : { baseMs }));
    });
  };
  connect();

  const send = async (client: MqttClient, messages: readonly RetainedMessage[]) => {
    for (let index = 0; index < messages.length; index += atOnce) {
      const group = messages.slice(index, index + atOnce);
      const sent = group.map(({ topic, payload, expiresAfterSeconds }) =>
        client.publishAsync(topic, payload, {
          qos: 1,
          retain: true,
          ...(version === 5 && expiresAfterSeconds !== undefined
            ? { properties: { messageExpiryInterval: expiresAfterSeconds } }
            : {}),
        }),
      );
      await within(acknowledgeMs, client, Promise.all(sent));
    }
  };

  return {
    connection: () => (current?.connected ? connections : null),
    async publish(messages) {
      const client = current;
      if (!client?.connected) throw new Error('There is no connection to the broker.');
      await send(client, messages);
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      const client = current;
      if (client === null) return;
      await within(closeMs, client, client.endAsync()).catch(() => client.end(true));
    },
  };
}

/** Rejects, and ends the connection, when `work` is not done in time or the connection ends before. */
async function within(ms: number, client: MqttClient, work: Promise<unknown>): Promise<void> {
  let end = () => {};
  const ended = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('The broker did not answer in time.'));
      client.stream.destroy();
    }, ms);
    const closed = () => reject(new Error('The connection ended.'));
    client.once('close', closed);
    end = () => {
      clearTimeout(timer);
      client.off('close', closed);
    };
  });
  work.catch(() => {});
  try {
    await Promise.race([work, ended]);
  } finally {
    end();
  }
}

function connectOptions(
  { url, username, password, clientId, will }: MqttClientOptions,
  protocolVersion: 4 | 5,
): IClientOptions {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'mqtts:';
  return {
    protocol: isSecure ? 'mqtts' : 'mqtt',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isSecure ? 8883 : 1883) : Number(port),
    protocolVersion,
    clientId,
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    clean: true,
    keepalive: keepaliveSeconds,
    connectTimeout: 10_000,
    // Reconnecting is done here, with a back-off.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
  };
}

/** A broker that refuses the connection. */
export class BrokerRefusedError extends Error {
  /** User name or password are wrong, or may not connect. */
  readonly isPassword: boolean;

  constructor(isPassword: boolean) {
    super(
      isPassword ? 'The broker wants another user name or password.' : 'The broker refuses the connection.',
    );
    this.isPassword = isPassword;
  }
}

/** One short connection to a broker, for a few messages that are never retained. */
export interface BrokerSession {
  /** Resolves when the broker has granted all; rejects when it refuses one, or the connection ends before. */
  subscribe(topics: readonly string[]): Promise<void>;
  /** QoS 1, not retained; resolves when the broker has acknowledged it, rejects when the connection ends before. */
  publish(topic: string, payload: string): Promise<void>;
  close(): void;
}

/** Bad user name or password, not authorized: of MQTT 3.1.1, and of 5. */
const passwordCodes = [4, 5, 134, 135];

/**
 * Opens a session over a stream that is connected, with MQTT 3.1.1. Rejects with `BrokerRefusedError`, or with another
 * error when the stream ends before. `onEnd` is called once when the session ends by whatever side. It never connects
 * again.
 */
export function openBrokerSession(options: {
  readonly stream: Duplex;
  readonly username: string | null;
  readonly password: string | null;
  readonly clientId: string;
  readonly onMessage: (topic: string, payload: string) => void;
  readonly onEnd: () => void;
}): Promise<BrokerSession> {
  const { stream, username, password, clientId, onMessage, onEnd } = options;
  const client = new MqttClient(() => stream, {
    protocolVersion: 4,
    clientId,
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    clean: true,
    keepalive: keepaliveSeconds,
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
  });
  client.on('message', (topic, payload) => onMessage(topic, payload.toString()));
  client.once('close', onEnd);
  // The client itself waits on for an acknowledgement that cannot come any more.
  const ended = new Promise<never>((_, reject) => {
    client.once('close', () => reject(new Error('The connection ended.')));
  });
  ended.catch(() => {});
  const untilEnd = <T>(work: Promise<T>): Promise<T> => {
    work.catch(() => {});
    return Promise.race([work, ended]);
  };
  const session: BrokerSession = {
    async subscribe(topics) {
      const granted = await untilEnd(client.subscribeAsync([...topics], { qos: 1 }));
      if (granted.some(({ qos }) => qos === 128)) throw new BrokerRefusedError(true);
    },
    async publish(topic, payload) {
      await untilEnd(client.publishAsync(topic, payload, { qos: 1, retain: false }));
    },
    close: () => {
      client.end(true);
      stream.destroy();
    },
  };
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(session));
    client.on('error', (error) => {
      const code = 'code' in error ? error.code : null;
      reject(
        typeof code === 'number'
          ? new BrokerRefusedError(passwordCodes.includes(code))
          : new Error(error.message),
      );
      client.end(true);
    });
    client.once('close', () => reject(new Error('The connection ended.')));
  });
}
