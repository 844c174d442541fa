/** Lets at most `most` pieces of work run at once; the others wait in the order they came. Work that was given up while waiting never starts. */
export function createLimit(most: number): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = (): Promise<void> | undefined => {
    if (running >= most) return new Promise((resolve) => waiting.push(resolve));
    running += 1;
  };
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return async (work, signal) => {
    await enter();
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      leave();
    }
  };
}
