/** Whether the server answers. One banner says so, and screens show their data until they are too old. */
export interface Connection {
  /** When calls stopped being answered (real milliseconds); null while calls are answered. */
  lostAt(): number | null;
  answered(): void;
  unanswered(): void;
  subscribe(listener: () => void): () => void;
}

export function createConnection(wallMs: () => number = Date.now): Connection {
  let lostAt: number | null = null;
  const listeners = new Set<() => void>();
  const change = (to: number | null) => {
    if (to === lostAt) return;
    lostAt = to;
    for (const listener of listeners) listener();
  };
  return {
    lostAt: () => lostAt,
    answered: () => change(null),
    unanswered: () => change(lostAt ?? wallMs()),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
