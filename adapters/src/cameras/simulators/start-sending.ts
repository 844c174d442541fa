import type { SimulatorOptions } from './port.ts';

/**
 * Starts work that sends pictures until its signal aborts. `started` resolves with the first of them, and when the work is
 * over before it; `end` aborts the work and resolves when it is over.
 */
export function startSending(
  { signal, onFailure }: Pick<SimulatorOptions, 'signal' | 'onFailure'>,
  work: (isOver: AbortSignal, started: () => void) => Promise<void>,
): { readonly started: Promise<void>; end(): Promise<void> } {
  const ending = new AbortController();
  const first = Promise.withResolvers<void>();
  const over = work(AbortSignal.any([signal, ending.signal]), first.resolve)
    .catch(onFailure)
    .then(first.resolve);
  return {
    started: first.promise,
    end() {
      ending.abort();
      return over;
    },
  };
}
