/** Runs asynchronous steps one after the other, in the order in which they were added. */
export interface SerialQueue {
  /** Resolves when the step is done. A step that fails is reported and stops no other. */
  add(step: () => Promise<void>): Promise<void>;
  /** Resolves when all that was added is done. */
  idle(): Promise<void>;
}

export function createSerialQueue(onError: (error: unknown) => void): SerialQueue {
  let last: Promise<void> = Promise.resolve();
  return {
    add(step) {
      last = last.then(step).catch(onError);
      return last;
    },
    idle: () => last,
  };
}
