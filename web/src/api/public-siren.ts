import type { PublicSiren } from '@allclear/contract';
import { answerTimeMs, retryPauseMs } from '@allclear/domain';
import { elapsed } from '../clock/elapsed.ts';

/** The state of a siren's place as it was last received; `siren` is null where the server does not know it. */
export interface ReceivedSiren {
  readonly siren: PublicSiren | null;
  /** When it was right, by `elapsed()`: its arrival, or earlier where it waited at the server or in caches. */
  readonly at: number;
}

export interface SirenAddress {
  readonly customerName: string;
  readonly sirenName: string;
}

/** Real ms between two requests while no stream brings the state; spread so that screens do not ask together. */
const standardPollMs = 10_000;
const spread = 0.2;
const answerLimitMs = 8_000;

/**
 * Follows the state of a siren's place, for everybody and without a sign-in: by an event stream, and by requests every
 * 10 s ± 20 % where there is no stream. Ends with the returned function; `ask` requests it at once.
 */
export function followPublicSiren(
  { customerName, sirenName }: SirenAddress,
  onState: (state: ReceivedSiren) => void,
  {
    origin = '',
    random = Math.random,
    pollMs = standardPollMs,
  }: { origin?: string; random?: () => number; pollMs?: number } = {},
): { stop: () => void; ask: () => void } {
  const path = `${origin}/api/public/${encodeURIComponent(customerName)}/${encodeURIComponent(sirenName)}/Widget`;
  const stopped = new AbortController();
  let receivedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notBefore = Number.NEGATIVE_INFINITY;
  let shownAt = Number.NEGATIVE_INFINITY;
  const receive = (siren: PublicSiren | null, waitedMs = 0) => {
    if (stopped.signal.aborted) return;
    receivedAt = elapsed();
    // A cache may serve an answer that is older than the one before.
    if (siren !== null && receivedAt - waitedMs < shownAt) return;
    shownAt = receivedAt - waitedMs;
    onState({ siren, at: shownAt });
  };
  const ask = async () => {
    if (elapsed() < notBefore) return;
    try {
      const response = await fetch(path, {
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(answerLimitMs)]),
      });
      notBefore = elapsed() + retryPauseMs(response.headers);
      // A busy server says nothing of the siren: what was received ages and covers itself.
      if (response.status === 429) return;
      const siren = response.ok ? sirenOf(await response.json(), 'data') : null;
      receive(siren, siren ? waitedMs(siren, response.headers) : 0);
    } catch {
      // No answer: what was received ages and covers itself.
    }
  };
  const poll = () => {
    timer = setTimeout(
      async () => {
        // A stream brings something every ten seconds.
        if (elapsed() - receivedAt > pollMs * (1 - spread)) await ask();
        if (!stopped.signal.aborted) poll();
      },
      pollMs * (1 - spread + 2 * spread * random()),
    );
  };
  const stream = 'EventSource' in globalThis ? new EventSource(`${path}/Events`) : null;
  stream?.addEventListener('siren', ({ data }: MessageEvent<string>) => {
    try {
      receive(sirenOf(JSON.parse(data), 'siren'));
    } catch {
      // Not readable: as if nothing had come.
    }
  });
  void ask();
  poll();
  return {
    stop() {
      stopped.abort();
      clearTimeout(timer);
      stream?.close();
    },
    ask: () => void ask(),
  };
}

/** How long ago a state was put together when its answer came, real ms: at the server, and in caches. */
function waitedMs({ wallNow }: PublicSiren, headers: Headers): number {
  const answeredMs = answerTimeMs(headers);
  const madeMs = Date.parse(wallNow);
  if (answeredMs === null || Number.isNaN(madeMs)) return 0;
  // `Date` has whole seconds.
  return Math.max(0, answeredMs - madeMs);
}

/** What an answer holds; null where that is no state. */
function sirenOf(answer: unknown, field: 'data' | 'siren'): PublicSiren | null {
  if (typeof answer !== 'object' || answer === null || !(field in answer)) return null;
  const siren: unknown = Reflect.get(answer, field);
  return isSiren(siren) ? siren : null;
}

function isSiren(value: unknown): value is PublicSiren {
  return (
    typeof value === 'object' &&
    value !== null &&
    'state' in value &&
    'locationName' in value &&
    'isInDelay' in value &&
    typeof value.isInDelay === 'boolean'
  );
}
