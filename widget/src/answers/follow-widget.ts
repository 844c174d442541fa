import type { PublicWidget } from '@allclear/contract';
import { answerTimeMs, retryPauseMs } from '@allclear/domain';
import { readWidget } from './read-widget.ts';

/** What came: a widget, news that there is none, and the time of the answer. */
export type Received =
  | { readonly kind: 'widget'; readonly widget: PublicWidget; readonly atMs: number }
  | { readonly kind: 'gone' };

/** Real ms between two requests; spread so that pages do not ask together. */
const standardPollMs = 10_000;
/** For an address that does not exist, which may have been made known too early. */
const missingPollMs = 60_000;
const spread = 0.2;
const answerLimitMs = 8_000;
/** Requests besides the regular ones are no closer than this. */
const leastPauseMs = 2_000;

export interface Following {
  /** Requests the widget now, unless one is under way, was just made, or the server asked to be left alone. */
  ask(): void;
  stop(): void;
}

/** Requests a widget every 10 s ± 20 %, one request each time, and tells what came. */
export function followWidget(
  publicId: string,
  onReceived: (received: Received) => void,
  {
    origin = '',
    random = Math.random,
    pollMs = standardPollMs,
  }: { origin?: string; random?: () => number; pollMs?: number } = {},
): Following {
  const path = `${origin}/api/public/Widget/${encodeURIComponent(publicId)}`;
  let hasStopped = false;
  let underWay: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let limit: ReturnType<typeof setTimeout> | undefined;
  let known: { etag: string; widget: PublicWidget } | null = null;
  let isAsking = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;

  const receive = (received: Received) => {
    if (!hasStopped) onReceived(received);
  };

  /** Returns the pause until the next request. */
  const request = async (): Promise<number> => {
    const unanswered = new AbortController();
    underWay = unanswered;
    limit = setTimeout(() => unanswered.abort(), answerLimitMs);
    const response = await fetchWidget(path, known?.etag, unanswered.signal);
    const atMs = answerTimeMs(response.headers);
    notBefore = performance.now() + retryPauseMs(response.headers);
    if (response.status === 404) {
      known = null;
      receive({ kind: 'gone' });
      return missingPollMs;
    }
    const isSame = response.status === 304 && known !== null;
    // Anything else says nothing of the place: what was received ages and covers itself.
    if (!isSame && !response.ok) return pollMs;
    const widget = isSame ? (known?.widget ?? null) : readWidget(await response.json());
    const etag = response.headers.get('etag');
    if (!isSame) known = widget && etag !== null ? { etag, widget } : null;
    if (widget && atMs !== null) receive({ kind: 'widget', widget, atMs });
    return pollMs;
  };

  const ask = async () => {
    if (isAsking || hasStopped) return;
    isAsking = true;
    askedAt = performance.now();
    clearTimeout(timer);
    let pauseMs = pollMs;
    try {
      pauseMs = await request();
    } catch {
      // No answer: what was received ages and covers itself.
    } finally {
      clearTimeout(limit);
      isAsking = false;
    }
    if (hasStopped) return;
    const untilAllowedMs = Math.max(0, notBefore - performance.now());
    const spreadMs = pauseMs * (1 - spread + 2 * spread * random());
    // Those who were sent away together do not come back together.
    timer = setTimeout(ask, untilAllowedMs > spreadMs ? untilAllowedMs + spreadMs * spread : spreadMs);
  };
  void ask();
  return {
    ask() {
      const here = performance.now();
      if (here >= notBefore && here - askedAt >= Math.min(leastPauseMs, pollMs)) void ask();
    },
    stop() {
      hasStopped = true;
      underWay?.abort();
      clearTimeout(timer);
    },
  };
}

function fetchWidget(path: string, etag: string | undefined, signal: AbortSignal): Promise<Response> {
  return fetch(path, {
    // The browser's cache would serve an answer without its true age.
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    headers: etag === undefined ? {} : { 'if-none-match': etag },
    signal,
  });
}
