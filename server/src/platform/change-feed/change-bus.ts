import type { Change } from './change-feed.store.ts';

/** The changes of the store inside this process. */
export interface ChangeBus {
  publish(change: Change): void;
  /** Calls the listener with every change until the function that it returns is called. */
  subscribe(listener: (change: Change) => void): () => void;
  /** A signal that aborts with the next change of a topic: what waits for one waits no longer. */
  next(topic: string): AbortSignal;
}

export function createChangeBus(): ChangeBus {
  const listeners = new Set<(change: Change) => void>();
  const waiting = new Map<string, AbortController>();
  return {
    publish(change) {
      for (const listener of listeners) listener(change);
      const controller = waiting.get(change.topic);
      waiting.delete(change.topic);
      controller?.abort();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    next(topic) {
      let controller = waiting.get(topic);
      if (controller === undefined) {
        controller = new AbortController();
        waiting.set(topic, controller);
      }
      return controller.signal;
    },
  };
}
