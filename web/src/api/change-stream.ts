import type { ChangeEvent } from '@allclear/contract';
import { changeTopics } from '@allclear/contract/change-topics';
import type { ApiClient } from './client.ts';
import { readEvents } from './event-stream.ts';
import { ApiFailure } from './failure.ts';
import { routes } from './routes.ts';

const topics: readonly string[] = changeTopics;

/**
 * The changes that an event announces. An unreadable event counts as none, because polling finds what was
 * missed.
 */
export function changesOf(data: string): ChangeEvent[] {
  try {
    const parsed: unknown = JSON.parse(data);
    return Array.isArray(parsed) ? parsed.filter(isChange) : [];
  } catch {
    return [];
  }
}

function isChange(value: unknown): value is ChangeEvent {
  const change = value as ChangeEvent | null;
  return (
    typeof change === 'object' &&
    change !== null &&
    topics.includes(change.topic) &&
    typeof change.now === 'string'
  );
}

/**
 * How long to wait before the nth attempt in a row (from 0): 1 s doubling to 30 s, spread so that clients do
 * not return together.
 */
export function waitMs(attempt: number, random: () => number = Math.random): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(attempt, 5)) * (0.75 + random() / 2);
}

/**
 * Receives the server's events until stopped, and reconnects whenever the stream ends. After every connection
 * everything counts as changed (`hello`), because events in between were missed.
 */
export function listen(client: ApiClient, onChanges: (changes: ChangeEvent[]) => void): () => void {
  const stopped = new AbortController();
  const run = async () => {
    let attempt = 0;
    while (!stopped.signal.aborted) {
      try {
        const body = await client.open(routes.events, stopped.signal);
        for await (const event of readEvents(body)) {
          attempt = 0;
          if (event.name !== 'change') continue;
          const changes = changesOf(event.data);
          if (changes.length > 0) onChanges(changes);
        }
      } catch (thrown) {
        // A stream that breaks or cannot be opened is retried; without a session there is no stream.
        if (thrown instanceof ApiFailure && (thrown.status === 401 || thrown.status === 403)) return;
      }
      await pause(waitMs(attempt), stopped.signal);
      attempt += 1;
    }
  };
  void run();
  return () => stopped.abort(new DOMException('No longer listening', 'AbortError'));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      // The signal lasts as long as the page: a listener for each attempt would stay with it.
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
