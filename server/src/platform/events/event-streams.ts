import type { ServerResponse } from 'node:http';
import type { ChangeEvent } from '@allclear/contract';
import type { Credential, Principal } from '../http/serve.ts';

/** Changes within this stretch are sent together, real ms. */
const togetherMs = 100;
const heartbeatMs = 15_000;
/** The stream of a client that does not read is closed; the client connects again and refreshes. */
const maxBufferedBytes = 1_000_000;
/** Streams of one person at once: a tab holds one. */
const maxPerUser = 20;
/** A stream ends after this, so that who was signed in then is asked again. */
const longestMs = 15 * 60_000;

/** The scope of a topic: its ids are those of organizations or users. */
export type TopicScope = 'organization' | 'user' | 'everyone';
export type TopicScopes = Readonly<Partial<Record<ChangeEvent['topic'], TopicScope>>>;

/** Whose stream it is, and by what it was opened. */
type StreamOwner = Pick<Principal, 'userId' | 'organizationId' | 'credential' | 'places'>;

interface Client extends StreamOwner {
  readonly response: ServerResponse;
  readonly endAt: number;
}

/**
 * The open event streams, by user. What changes is gathered for a moment and written once, encoded once for all who get
 * the same.
 */
export class EventStreams {
  readonly #clients = new Map<string, Set<Client>>();
  readonly #now: () => number;
  readonly #scopes: TopicScopes;
  readonly #onUnread: (userId: string) => void;
  /** By user and topic, the ids of locations. */
  readonly #pendingLocations = new Map<string, Map<ChangeEvent['topic'], Set<string>>>();
  readonly #pendingForAll = new Set<ChangeEvent['topic']>();
  readonly #pendingByUser = new Map<string, Set<ChangeEvent['topic']>>();
  readonly #pendingByOrganization = new Map<string, Set<ChangeEvent['topic']>>();
  #flushTimer: NodeJS.Timeout | null = null;
  readonly #heartbeat: NodeJS.Timeout;

  /** `onUnread` is called with the person whose stream is ended because it is not read. */
  constructor(now: () => number, scopes: TopicScopes, onUnread: (userId: string) => void = () => {}) {
    this.#now = now;
    this.#scopes = scopes;
    this.#onUnread = onUnread;
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
    this.#heartbeat.unref();
  }

  get size(): number {
    let size = 0;
    for (const clients of this.#clients.values()) size += clients.size;
    return size;
  }

  /** Whether a person, or a display link, has as many streams as one may have. */
  isFull({ userId, credential, places }: StreamOwner): boolean {
    const clients = [...(this.#clients.get(userId) ?? [])];
    const isSame = (client: Client) =>
      places === null ? client.places === null : client.credential?.id === credential?.id;
    return clients.filter(isSame).length >= maxPerUser;
  }

  /** The people with open streams. */
  userIds(): string[] {
    return [...this.#clients.keys()];
  }

  /** What the open streams were opened by. */
  credentials(): Credential[] {
    return [...this.#clients.values()].flatMap((clients) =>
      [...clients].flatMap(({ credential }) => credential ?? []),
    );
  }

  /** Ends streams; their pages come back with the rights of then, or do not. */
  closeStreams(which: (owner: StreamOwner) => boolean): void {
    for (const clients of [...this.#clients.values()])
      for (const client of [...clients]) if (which(client)) client.response.end();
  }

  open({ userId, organizationId, credential, places }: StreamOwner, response: ServerResponse): void {
    const client: Client = {
      userId,
      organizationId,
      credential,
      places,
      response,
      endAt: performance.now() + longestMs,
    };
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    });
    const clients = this.#clients.get(userId) ?? new Set();
    clients.add(client);
    this.#clients.set(userId, clients);
    response.on('close', () => this.#close(client));
    response.on('error', () => this.#close(client));
    response.write(`retry: 2000\n${frame([{ topic: 'hello', locationIds: null, now: this.#iso() }])}`);
  }

  /** Announces a change at these locations to the users who watch them. */
  publishLocations(
    topic: ChangeEvent['topic'],
    locations: Iterable<{ readonly id: string; readonly userId: string }>,
  ): void {
    for (const { id, userId } of locations) {
      if (!this.#clients.has(userId)) continue;
      const topics = this.#pendingLocations.get(userId) ?? new Map<ChangeEvent['topic'], Set<string>>();
      this.#pendingLocations.set(userId, topics);
      addTo(topics, topic, id);
    }
    this.#schedule();
  }

  /**
   * Something changed: of the organizations or users with these ids, as the topic's subject declares it;
   * without ids for everybody.
   */
  publish(topic: ChangeEvent['topic'], ids?: Iterable<string>): void {
    const scope = this.#scopes[topic];
    if (ids === undefined) this.#pendingForAll.add(topic);
    else if (scope === 'organization') {
      for (const id of ids) addTo(this.#pendingByOrganization, id, topic);
    } else if (scope === 'user') {
      for (const id of ids) if (this.#clients.has(id)) addTo(this.#pendingByUser, id, topic);
    } else
      throw new Error(`The topic ${topic} of the event stream is nobody's: no subject declares its scope.`);
    this.#schedule();
  }

  closeAll(): void {
    clearInterval(this.#heartbeat);
    if (this.#flushTimer) clearTimeout(this.#flushTimer);
    for (const clients of [...this.#clients.values()])
      for (const client of [...clients]) client.response.end();
    this.#clients.clear();
  }

  #schedule(): void {
    this.#flushTimer ??= setTimeout(() => {
      this.#flushTimer = null;
      this.#flush();
    }, togetherMs);
  }

  #flush(): void {
    const now = this.#iso();
    const shared: ChangeEvent[] = [...this.#pendingForAll].map((topic) => ({
      topic,
      locationIds: null,
      now,
    }));
    // What names no location of a person is the same for many: it is encoded once.
    const encoded = new Map<string, Buffer>();
    for (const [userId, clients] of this.#clients) {
      const locations = this.#pendingLocations.get(userId);
      const own = new Set(this.#pendingByUser.get(userId));
      for (const { organizationId } of clients)
        for (const topic of this.#pendingByOrganization.get(organizationId) ?? []) own.add(topic);
      const topics = [...own].filter((topic) => !this.#pendingForAll.has(topic)).sort();
      const changes = [
        ...shared,
        ...[...(locations ?? [])].map(([topic, ids]) => ({ topic, locationIds: [...ids], now })),
        ...topics.map((topic) => ({ topic, locationIds: null, now })),
      ];
      if (changes.length === 0) continue;
      const key = topics.join();
      const before = locations === undefined ? encoded.get(key) : undefined;
      const bytes = before ?? Buffer.from(frame(changes));
      if (locations === undefined) encoded.set(key, bytes);
      for (const client of clients) {
        const shown = client.places === null ? bytes : shownTo(client.places, changes);
        if (shown !== null) this.#write(client, shown);
      }
    }
    this.#pendingLocations.clear();
    this.#pendingForAll.clear();
    this.#pendingByUser.clear();
    this.#pendingByOrganization.clear();
  }

  #write(client: Client, bytes: string | Buffer): void {
    if (client.response.destroyed) return;
    if (client.response.writableLength <= maxBufferedBytes) client.response.write(bytes);
    else {
      this.#onUnread(client.userId);
      client.response.destroy();
    }
  }

  #beat(): void {
    const now = performance.now();
    for (const clients of [...this.#clients.values()]) {
      for (const client of [...clients]) {
        if (now > client.endAt) client.response.end();
        else this.#write(client, ': still here\n\n');
      }
    }
  }

  #close(client: Client): void {
    const clients = this.#clients.get(client.userId);
    clients?.delete(client);
    if (clients?.size === 0) this.#clients.delete(client.userId);
  }

  #iso(): string {
    return new Date(this.#now()).toISOString();
  }
}

function addTo<K, T>(map: Map<K, Set<T>>, key: K, value: T): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}

/**
 * What a display learns: of changes at places only those at its own. Null for nothing.
 */
function shownTo(places: ReadonlySet<string>, changes: readonly ChangeEvent[]): string | null {
  const shown = changes.flatMap((change): ChangeEvent[] => {
    if (change.locationIds === null) return [change];
    const locationIds = change.locationIds.filter((id) => places.has(id));
    return locationIds.length > 0 ? [{ ...change, locationIds }] : [];
  });
  return shown.length > 0 ? frame(shown) : null;
}

function frame(changes: readonly ChangeEvent[]): string {
  return `event: change\ndata: ${JSON.stringify(changes)}\n\n`;
}
