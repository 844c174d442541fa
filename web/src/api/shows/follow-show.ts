import type { PublicShow } from '@allclear/contract';
import { answerTimeMs, retryPauseMs } from '@allclear/domain';
import { elapsed } from '../../clock/elapsed.ts';
import { readEvents } from '../event-stream.ts';
import { readShow } from './read-show.ts';

/**
 * What came. `seen`: the show as it was, still right at `atMs`. `time`: the server's wall clock alone.
 * `unreadable`: an answer that this page does not understand. Instants are of the server's wall clock, epoch ms.
 */
export type ReceivedShow =
  | { readonly kind: 'show'; readonly show: PublicShow; readonly atMs: number }
  | { readonly kind: 'time'; readonly atMs: number }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'ended' };

/** Real ms. */
export interface ShowTimings {
  /** Between two requests while no stream brings the show. */
  readonly pollMs: number;
  /** For a link that is not known, which may have been answered by something else than the server. */
  readonly endedPollMs: number;
  /** The server sends something every ten seconds: a stream that is silent for longer is broken. */
  readonly silenceMs: number;
  /** Until an answer has to have begun. */
  readonly answerLimitMs: number;
  /** Before the first attempt after a stream that broke; doubles to the longest. */
  readonly leastRetryMs: number;
  readonly longestRetryMs: number;
  /** After a refusal because there are too many streams. */
  readonly refusedMs: number;
}

const standardTimings: ShowTimings = {
  ...{ pollMs: 10_000, endedPollMs: 60_000, silenceMs: 25_000, answerLimitMs: 8_000 },
  ...{ leastRetryMs: 1_000, longestRetryMs: 30_000, refusedMs: 60_000 },
};
/** Screens do not come together: each pause is this much shorter or longer. */
const spread = 0.2;

export interface ShowFollowing {
  /** Something may have been missed: requests the show now, and opens the stream again. */
  ask(): void;
  stop(): void;
}

interface FollowOptions {
  readonly origin?: string;
  readonly random?: () => number;
  readonly timings?: Partial<ShowTimings>;
}

/**
 * Follows a show for everybody who has the token of its link: by an event stream, and by requests every 10 s ± 20 %
 * while no stream brings it. It goes on until it is stopped, through outages and also after the end of the link.
 */
export function followShow(
  token: string,
  onReceived: (received: ReceivedShow) => void,
  { origin = '', random = Math.random, timings = {} }: FollowOptions = {},
): ShowFollowing {
  const times = { ...standardTimings, ...timings };
  const stopped = new AbortController();
  const notify = (received: ReceivedShow) => {
    if (!stopped.signal.aborted) onReceived(received);
  };
  const spreadMs = (ms: number) => ms * (1 - spread + 2 * spread * random());
  const shared = { token, origin, times, notify, spreadMs, stopped: stopped.signal };
  const stream = followStream(shared);
  const poll = pollShow({ ...shared, isStreaming: stream.isStreaming });
  return {
    ask() {
      stream.again();
      poll.ask();
    },
    stop: () => stopped.abort(),
  };
}

interface Shared {
  readonly token: string;
  readonly origin: string;
  readonly times: ShowTimings;
  readonly notify: (received: ReceivedShow) => void;
  readonly spreadMs: (ms: number) => number;
  readonly stopped: AbortSignal;
}

function followStream({ token, origin, times, notify, spreadMs, stopped }: Shared) {
  let receivedAt = Number.NEGATIVE_INFINITY;
  /** Ends what is waited for, or the stream that is open. */
  let wake: AbortController | null = null;

  /** Reads one stream to its end. Returns the pause until the next one; null for that of a failure. */
  const read = async (once: AbortController): Promise<number | null> => {
    const silence = startLimit(times.answerLimitMs, () => once.abort());
    try {
      const response = await request(`${origin}/api/public/Show/Stream`, token, once.signal);
      notifyTime(response, notify);
      if (response.status === 404) {
        notify({ kind: 'ended' });
        return times.endedPollMs;
      }
      if (response.status === 429) return Math.max(times.refusedMs, retryPauseMs(response.headers));
      if (!response.ok || !response.body) return retryPauseMs(response.headers) || null;
      silence.restart(times.silenceMs);
      for await (const { name, data } of readEvents(response.body)) {
        silence.restart(times.silenceMs);
        if (name === 'ended') {
          receivedAt = Number.NEGATIVE_INFINITY;
          notify({ kind: 'ended' });
          return times.endedPollMs;
        }
        if (name !== 'show') continue;
        receivedAt = elapsed();
        notify(receivedOf(readShow(parsed(data), 'show')));
      }
      return null;
    } finally {
      silence.end();
      once.abort();
    }
  };

  const run = async () => {
    let failures = 0;
    while (!stopped.aborted) {
      const once = linkedTo(stopped);
      wake = once;
      const begunAt = elapsed();
      const pauseMs = await read(once).catch(() => null);
      const wasOpen = receivedAt >= begunAt;
      receivedAt = Number.NEGATIVE_INFINITY;
      failures = wasOpen || pauseMs !== null ? 0 : failures + 1;
      const backoffMs = Math.min(times.longestRetryMs, times.leastRetryMs * 2 ** Math.min(failures, 10));
      const rest = linkedTo(stopped);
      wake = rest;
      await pause(spreadMs(pauseMs ?? backoffMs), rest.signal);
      rest.abort();
    }
  };
  void run();
  return {
    isStreaming: () => elapsed() - receivedAt < times.pollMs * (1 + 2 * spread),
    again: () => wake?.abort(),
  };
}

function pollShow({
  token,
  origin,
  times,
  notify,
  spreadMs,
  stopped,
  isStreaming,
}: Shared & { isStreaming: () => boolean }) {
  let known: { etag: string; show: PublicShow } | null = null;
  let notBefore = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  let wake: AbortController | null = null;

  /** Returns the pause until the next request. */
  const ask = async (): Promise<number> => {
    const once = linkedTo(stopped);
    const limit = startLimit(times.answerLimitMs, () => once.abort());
    try {
      const response = await request(`${origin}/api/public/Show`, token, once.signal, known?.etag);
      notBefore = elapsed() + retryPauseMs(response.headers);
      notifyTime(response, notify);
      if (response.status === 404) {
        known = null;
        notify({ kind: 'ended' });
        return times.endedPollMs;
      }
      const isSame = response.status === 304 && known !== null;
      // Anything else says nothing of the places: what was received ages and covers itself.
      if (!isSame && !response.ok) return times.pollMs;
      const show: PublicShow | null = isSame
        ? (known?.show ?? null)
        : readShow(await response.json(), 'data');
      const etag = response.headers.get('etag');
      if (!isSame) known = show && etag !== null ? { etag, show } : null;
      // What did not change is as old as its last answer, not as its making.
      notify(receivedOf(show, answerTimeMs(response.headers)));
      return times.pollMs;
    } finally {
      limit.end();
      once.abort();
    }
  };

  const run = async () => {
    while (!stopped.aborted) {
      let pauseMs = times.pollMs;
      if (!isStreaming() && elapsed() >= notBefore) {
        isAsking = true;
        pauseMs = await ask().catch(() => times.pollMs);
        isAsking = false;
      }
      const untilAllowedMs = Math.max(0, notBefore - elapsed());
      const rest = linkedTo(stopped);
      wake = rest;
      await pause(Math.max(untilAllowedMs, spreadMs(pauseMs)), rest.signal);
      rest.abort();
    }
  };
  void run();
  return {
    ask() {
      if (!isAsking) wake?.abort();
    },
  };
}

function request(path: string, token: string, signal: AbortSignal, etag?: string): Promise<Response> {
  return fetch(path, {
    // The browser's cache would serve an answer without its true age.
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    headers: { authorization: `Bearer ${token}`, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
    signal,
  });
}

function notifyTime({ headers }: Response, notify: Shared['notify']): void {
  const atMs = answerTimeMs(headers);
  if (atMs !== null) notify({ kind: 'time', atMs });
}

/** @param answeredMs when it was still right; its making unless given */
function receivedOf(show: PublicShow | null, answeredMs: number | null = null): ReceivedShow {
  if (show === null) return { kind: 'unreadable' };
  return { kind: 'show', show, atMs: answeredMs ?? Date.parse(show.wallNow) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Ends with another signal. Aborting it also takes its listener from that signal, which lasts as long as the page. */
function linkedTo(signal: AbortSignal): AbortController {
  const own = new AbortController();
  const end = () => own.abort();
  if (signal.aborted) own.abort();
  signal.addEventListener('abort', end, { once: true });
  own.signal.addEventListener('abort', () => signal.removeEventListener('abort', end), { once: true });
  return own;
}

function startLimit(firstMs: number, onOver: () => void) {
  let timer = setTimeout(onOver, firstMs);
  return {
    restart(ms: number) {
      clearTimeout(timer);
      timer = setTimeout(onOver, ms);
    },
    end: () => clearTimeout(timer),
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}
