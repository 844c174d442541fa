import { DeviceNetworkError } from '../hardware/port.ts';

/** The time limit of one exchange, and the caller's wish to end it. */
export interface Deadline {
  /** Resolves as `work` does; rejects as `error(when)` once time is up or the caller ends it. */
  limit<T>(work: Promise<T>, when: () => 'before' | 'after'): Promise<T>;
  /** Called once, when time is up or the caller ends it; at once when that is past. */
  onEnd(end: () => void): void;
  /** Ends the timer; to be called when the exchange is over. */
  done(): void;
}

/** `ms` null: only the caller ends it. */
export function startDeadline(ms: number | null, signal: AbortSignal): Deadline {
  const ends: (() => void)[] = [];
  let because: 'timeout' | 'aborted' | null = null;
  const end = (reason: 'timeout' | 'aborted') => {
    if (because !== null) return;
    because = reason;
    done();
    for (const one of ends.splice(0)) one();
  };
  // The limit of a whole call to a device is a signal too.
  const abort = () =>
    end(signal.reason instanceof Error && signal.reason.name === 'TimeoutError' ? 'timeout' : 'aborted');
  const timer = ms === null ? undefined : setTimeout(() => end('timeout'), ms);
  const done = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  const onEnd = (one: () => void) => {
    if (because === null) ends.push(one);
    else one();
  };
  return {
    onEnd,
    done,
    limit: (work, when) =>
      new Promise((resolve, reject) => {
        work.then(resolve, reject);
        onEnd(() => reject(endError(because ?? 'aborted', when())));
      }),
  };
}

function endError(because: 'timeout' | 'aborted', when: 'before' | 'after'): DeviceNetworkError {
  const text = because === 'timeout' ? 'It did not answer in time.' : 'The exchange was ended.';
  return new DeviceNetworkError(text, when, because);
}
