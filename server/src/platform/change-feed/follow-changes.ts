import type { FastifyBaseLogger } from 'fastify';
import type { ChangeHandler } from '../subject.ts';
import type { ChangeBus } from './change-bus.ts';
import { type ChangeFeed, listen } from './change-feed.store.ts';
import { createSerialQueue } from './serial-queue.ts';
import type { StoreMemory } from './store-memory.ts';

/** Real ms between two proofs while somebody reads from memory, and while nobody does. */
const proveEveryMs = { wanted: 30, idle: 1_000 };
/** A connection that gives no proof for so long, real ms, is given up: its other end may be gone without a word. */
const longestProofMs = 5_000;

/**
 * Keeps this process consistent with the store: passes every change to the memory, to the loops that wait for it and
 * to the subjects, in their order. After a loss of the connection to PostgreSQL everything is read again.
 */
export async function followChanges({
  databaseUrl,
  bus,
  memory,
  handlers,
  log,
}: {
  databaseUrl: string;
  bus: ChangeBus;
  memory: StoreMemory;
  /** Of the subjects, lowest first: lightning is current before warnings are evaluated. */
  handlers: readonly ChangeHandler[];
  log: FastifyBaseLogger;
}): Promise<{
  /** Whether everything has been read once. */
  ready(): boolean;
  /** Reads everything again, after what is being read now. */
  reload(): Promise<void>;
  close(): Promise<void>;
}> {
  let loaded = false;
  const queue = createSerialQueue();
  const reload = () =>
    queue
      .add(async () => {
        for (const handler of handlers) await handler.reload();
        loaded = true;
      })
      .catch((error: unknown) => log.error({ err: error }, 'a change could not be followed'));
  const feed = await listen(databaseUrl, {
    onChange(change) {
      memory.apply(change);
      bus.publish(change);
      for (const handler of handlers) handler.apply(change);
    },
    onGap: () => {
      memory.gap();
      void reload();
    },
    onLost: () => memory.gap(),
    onError: (error) =>
      log.warn({ err: error }, 'the connection of the change feed broke; it is opened again'),
  });
  await queue.idle();
  const proofs = proveFeed(feed, memory);
  return {
    ready: () => loaded,
    reload,
    async close() {
      proofs.close();
      await feed.close();
      await queue.idle();
    },
  };
}

/** Proves again and again that the feed brings changes at once. */
function proveFeed(feed: ChangeFeed, memory: StoreMemory): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isProving = false;
  let isClosed = false;
  const prove = async () => {
    if (isProving || isClosed) return;
    isProving = true;
    clearTimeout(timer);
    const began = performance.now();
    const tooLong = setTimeout(() => feed.reconnect('It gave no proof of life.'), longestProofMs);
    await feed.prove().then(
      () => memory.proven(began),
      // Said where the connection broke; while there is none, nothing is answered from memory.
      () => {},
    );
    clearTimeout(tooLong);
    isProving = false;
    if (isClosed) return;
    timer = setTimeout(() => void prove(), memory.isWanted ? proveEveryMs.wanted : proveEveryMs.idle);
    timer.unref();
  };
  memory.onWanted(() => void prove());
  void prove();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
