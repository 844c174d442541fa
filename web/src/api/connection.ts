/**
 * Whether the server answers at all. The screens say so in one place, and keep what they know until it is too
 * old.
 */
export interface Connection {
  /** Since when (real milliseconds) no call has been answered; null while calls are answered. */
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
