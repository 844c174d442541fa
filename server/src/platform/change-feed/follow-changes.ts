import type { FastifyBaseLogger } from 'fastify';
import type { ChangeHandler } from '../subject.ts';
import type { ChangeBus } from './change-bus.ts';
import { listen } from './change-feed.store.ts';
import { createSerialQueue } from './serial-queue.ts';

/**
 * Keeps this process consistent with the store: passes every change to the loops that wait for it and to the
 * subjects, in their order. After a loss of the connection to PostgreSQL everything is read again.
 */
export async function followChanges({
  databaseUrl,
  bus,
  handlers,
  log,
}: {
  databaseUrl: string;
  bus: ChangeBus;
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
      bus.publish(change);
      for (const handler of handlers) handler.apply(change);
    },
    onGap: () => void reload(),
    onError: (error) =>
      log.warn({ reason: error.message }, 'the connection of the change feed broke; it is opened again'),
  });
  await queue.idle();
  return {
    ready: () => loaded,
    reload,
    async close() {
      await feed.close();
      await queue.idle();
    },
  };
}
