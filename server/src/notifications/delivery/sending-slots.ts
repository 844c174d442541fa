export interface SendingSlots {
  /** Waits for a free slot, in the order of the calls. */
  take(): Promise<void>;
  release(): void;
}

/** Lets `count` of its callers be at work at once. */
export function createSendingSlots(count: number): SendingSlots {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    take: () =>
      new Promise((resolve) => {
        if (free === 0) return void waiting.push(resolve);
        free--;
        resolve();
      }),
    release() {
      const next = waiting.shift();
      if (next) next();
      else free++;
    },
  };
}
