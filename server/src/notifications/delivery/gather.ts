import { setTimeout as pause } from 'node:timers/promises';

/**
 * Batches calls: calls during a batch go into the next one, at most `maximum` at a time. Without a running
 * batch one starts at once, so a call waits for at most the batch before it. `work` returns results in the
 * order of its items; an error of `work` rejects every call of its batch. With `spacingMs` a batch that is not full begins
 * no sooner than that after the one before it: a batch costs much more than another item in it.
 */
export function gather<I, O>(
  maximum: number,
  work: (items: readonly I[]) => Promise<readonly O[]>,
  { spacingMs = 0 }: { readonly spacingMs?: number } = {},
): (item: I) => Promise<O> {
  let waiting: { item: I; resolve: (answer: O) => void; reject: (error: unknown) => void }[] = [];
  let busy = false;

  async function run(): Promise<void> {
    // Calls in the same turn of the event loop go into one batch.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maximum);
      waiting = waiting.slice(maximum);
      const spacing = spacingMs > 0 ? pause(spacingMs) : undefined;
      try {
        const answers = await work(batch.map(({ item }) => item));
        if (answers.length !== batch.length) throw new Error('A batch must answer each of its items.');
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as O);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      if (waiting.length < maximum) await spacing;
    }
    busy = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (busy) return;
      busy = true;
      void run();
    });
}
