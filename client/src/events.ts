import type { StreamEventData, StreamHello, StreamKind, StreamReset } from '@allclear/contract';
import * as paths from '@allclear/contract/paths';
import { ApiError, errorOf } from './api-error.ts';
import { pause } from './pause.ts';
import { type ReadFrame, readFrames } from './read-frames.ts';

/**
 * What programs read. `hello` begins every connection with the present state of all places; `reset` comes before it
 * when events in between are not to be had. `silent` is made by the client: nothing came, so nothing is known.
 */
export type ProgramEvent =
  | { readonly kind: 'hello'; readonly id: string; readonly data: StreamHello }
  | { readonly kind: 'reset'; readonly id: null; readonly data: StreamReset }
  | { readonly kind: 'silent'; readonly id: null; readonly data: { readonly reason: string } }
  | { readonly kind: StreamKind; readonly id: string; readonly data: StreamEventData };

export interface EventsOptions {
  /** The id of the last event that was handled, from before: what came after it is read first. */
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
  /** A connection on which nothing comes for this long is given up, ms; 45,000 (three heartbeats) unless set. */
  readonly silenceMs?: number;
  /** Before the second attempt to connect, ms, then doubled up to 30 s; 500 unless set. */
  readonly firstPauseMs?: number;
}

const longestPauseMs = 30_000;

/**
 * Events of places and warnings, in order, until the signal aborts or the loop that reads them ends. It connects again
 * by itself after every break, and goes on after the last event that the loop took: one is given again only when the
 * loop ended in the middle of it. After a break that lasts, `silent` comes once: treat all places as unknown until the
 * next `hello`. Throws `ApiError` when the server refuses (401, 403, 404), and the reason of the signal.
 */
export async function* readEvents(
  { url, key }: { readonly url: string; readonly key: string | undefined },
  { lastEventId, signal, silenceMs = 45_000, firstPauseMs = 500 }: EventsOptions = {},
): AsyncGenerator<ProgramEvent> {
  const position: Position = { lastEventId, receivedAt: performance.now(), failures: 0 };
  let isSilent = false;
  for (;;) {
    for await (const event of readOnce({ url, key, signal, silenceMs }, position)) {
      isSilent = false;
      yield event;
    }
    const sinceMs = performance.now() - position.receivedAt;
    if (!isSilent && sinceMs >= silenceMs) {
      isSilent = true;
      const reason = `Nothing was received for ${Math.round(sinceMs / 1_000)} s.`;
      yield { kind: 'silent', id: null, data: { reason } };
    }
    const backoffMs = Math.min(firstPauseMs * 2 ** position.failures, longestPauseMs);
    position.failures++;
    // Not longer than until silence must be said; some of it by chance, so that programs do not come all at once.
    const untilSilentMs = isSilent ? longestPauseMs : Math.max(silenceMs - sinceMs, 10);
    await pause(Math.min(backoffMs * (0.5 + Math.random() / 2), untilSilentMs), signal);
  }
}

interface Position {
  lastEventId: string | undefined;
  /** By `performance.now()`. */
  receivedAt: number;
  /** Attempts since anything was received. */
  failures: number;
}

/** The events of one connection; returns at its end, however it ended. */
async function* readOnce(
  {
    url,
    key,
    signal,
    silenceMs,
  }: { url: string; key: string | undefined; signal: AbortSignal | undefined; silenceMs: number },
  position: Position,
): AsyncGenerator<ProgramEvent> {
  const connection = new AbortController();
  const giveUp = () => connection.abort();
  let silence = setTimeout(giveUp, silenceMs);
  const received = () => {
    position.receivedAt = performance.now();
    position.failures = 0;
    clearTimeout(silence);
    silence = setTimeout(giveUp, silenceMs);
  };
  try {
    const response = await fetch(new URL(`/api/${paths.events.path}`, url), {
      headers: {
        accept: 'text/event-stream',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(position.lastEventId !== undefined && { 'last-event-id': position.lastEventId }),
      },
      signal: signal ? AbortSignal.any([signal, connection.signal]) : connection.signal,
    });
    if (isRefusal(response)) throw await errorOf(response);
    if (!response.ok || response.body === null) return void (await response.body?.cancel());
    for await (const frame of readFrames(response.body, received)) {
      const event = eventOf(frame);
      if (event !== null) yield event;
      // Only now: the loop has taken it.
      if (frame.id !== null) position.lastEventId = frame.id;
      if (event?.kind === 'reset') position.lastEventId = undefined;
    }
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error;
    // The connection broke: it is made again.
  } finally {
    clearTimeout(silence);
    connection.abort();
  }
}

/** An answer that another attempt would not change. */
function isRefusal({ status }: Response): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Null for announcements (`change`) and for frames that only carry an id. */
function eventOf({ kind, id, data }: ReadFrame): ProgramEvent | null {
  if (kind === 'change' || data === '') return null;
  // Checked by the contract's tests against the server.
  return { kind, id: kind === 'reset' ? null : id, data: JSON.parse(data) } as ProgramEvent;
}
