import type { ServerResponse } from 'node:http';
import type { ChangeEvent } from '@allclear/contract';

/** Changes within this stretch are sent together, real ms. */
const togetherMs = 100;
const heartbeatMs = 15_000;
/** A client that does not read is let go; it comes back and refreshes. */
const maxBufferedBytes = 1_000_000;
/** A stream ends after this, so that who was signed in then is asked again. */
const longestMs = 15 * 60_000;

interface Client {
  readonly userId: string;
  readonly organizationId: string;
  readonly response: ServerResponse;
  readonly endAt: number;
}

/**
 * The open event streams, by user. What changes is gathered for a moment and written once, encoded once a
 * user.
 */
export class LiveHub {
  readonly #clients = new Map<string, Set<Client>>();
  readonly #now: () => number;
  readonly #pending = new Map<string, Set<string>>();
  readonly #pendingForAll = new Set<ChangeEvent['topic']>();
  readonly #pendingByUser = new Map<string, Set<ChangeEvent['topic']>>();
  readonly #pendingByCustomer = new Map<string, Set<ChangeEvent['topic']>>();
  #flushTimer: NodeJS.Timeout | null = null;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(now: () => number) {
    this.#now = now;
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
    this.#heartbeat.unref();
  }

  get size(): number {
    let size = 0;
    for (const clients of this.#clients.values()) size += clients.size;
    return size;
  }

  open(
    { userId, organizationId }: { userId: string; organizationId: string },
    response: ServerResponse,
  ): void {
    const client: Client = { userId, organizationId, response, endAt: performance.now() + longestMs };
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

  /** Lightning of these locations changed. */
  lightning(locations: Iterable<{ readonly id: string; readonly userId: string }>): void {
    for (const { id, userId } of locations) {
      if (!this.#clients.has(userId)) continue;
      const ids = this.#pending.get(userId);
      if (ids) ids.add(id);
      else this.#pending.set(userId, new Set([id]));
    }
    this.#schedule();
  }

  /** The list of a user's locations changed. */
  locations(userIds: Iterable<string>): void {
    this.forUsers('locations', userIds);
  }

  /** Something of these users' own changed. */
  forUsers(topic: 'locations' | 'notifications', userIds: Iterable<string>): void {
    for (const userId of userIds) {
      if (this.#clients.has(userId)) addTo(this.#pendingByUser, userId, topic);
    }
    this.#schedule();
  }

  /** Something that everybody of these organisations looks at changed. */
  forOrganizations(
    topic: 'policies' | 'profiles' | 'warnings' | 'observations' | 'strikes',
    organizationIds: Iterable<string>,
  ): void {
    for (const organizationId of organizationIds) addTo(this.#pendingByCustomer, organizationId, topic);
    this.#schedule();
  }

  /** There are new strikes on the map: everybody's, or those that an organisation's own feed saw. */
  strikes(organizationId: string | undefined): void {
    if (organizationId === undefined) this.forAll('strikes');
    else this.forOrganizations('strikes', [organizationId]);
  }

  /** Something that everybody looks at changed. */
  forAll(topic: 'observations' | 'status' | 'lightning' | 'warnings' | 'strikes'): void {
    this.#pendingForAll.add(topic);
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
    for (const [userId, clients] of this.#clients) {
      const changes = [...shared];
      const ids = this.#pending.get(userId);
      if (ids) changes.push({ topic: 'lightning', locationIds: [...ids], now });
      const own = new Set(this.#pendingByUser.get(userId));
      for (const { organizationId } of clients)
        for (const topic of this.#pendingByCustomer.get(organizationId) ?? []) own.add(topic);
      for (const topic of own)
        if (!this.#pendingForAll.has(topic)) changes.push({ topic, locationIds: null, now });
      if (changes.length === 0) continue;
      const text = frame(changes);
      for (const client of clients) this.#write(client, text);
    }
    this.#pending.clear();
    this.#pendingForAll.clear();
    this.#pendingByUser.clear();
    this.#pendingByCustomer.clear();
  }

  #write(client: Client, text: string): void {
    if (client.response.writableLength > maxBufferedBytes) client.response.destroy();
    else client.response.write(text);
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

function addTo<T>(map: Map<string, Set<T>>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

function frame(changes: readonly ChangeEvent[]): string {
  return `event: change\ndata: ${JSON.stringify(changes)}\n\n`;
}
