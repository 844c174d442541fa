/** Runs asynchronous steps one after the other, in the order in which they were added. */
export interface SerialQueue {
  /** Resolves or rejects as the step does. A step that fails does not stop the steps behind it. */
  add<T>(step: () => Promise<T>): Promise<T>;
  /** Resolves when every step that was added has ended, also when one failed. */
  idle(): Promise<void>;
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    add(step) {
      const result = last.then(step);
      // The caller handles the failure; the queue only waits for the end.
      last = result.catch(() => {});
      return result;
    },
    async idle() {
      await last;
    },
  };
}
