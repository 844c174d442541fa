/**
 * Makes one call of many: what is asked for while a batch is on its way goes into the next one, at most
 * `most` at a time. An idle gatherer starts at once, so nothing waits longer than for the batch before it.
 * `work` answers in the order of its items; what it throws, all of its batch get.
 */
export function gather<I, O>(
  maximum: number,
  work: (items: readonly I[]) => Promise<readonly O[]>,
): (item: I) => Promise<O> {
  let waiting: { item: I; resolve: (answer: O) => void; reject: (error: unknown) => void }[] = [];
  let busy = false;

  async function run(): Promise<void> {
    // What is asked for in the same turn belongs together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maximum);
      waiting = waiting.slice(maximum);
      try {
        const answers = await work(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
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
