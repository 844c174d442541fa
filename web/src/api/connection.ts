/** Whether the server answers. One banner says so, and screens show their data until they are too old. */
export interface Connection {
  /** When calls stopped being answered (real milliseconds); null while calls are answered. */
  lostAt(): number | null;
  /** The server's wall clock less this device's at the last answer that named it, ms; null before the first. */
  serverOffsetMs(): number | null;
  /** `date` is the header of that name of an answer that no cache gave. */
  answered(date?: string | null): void;
  unanswered(): void;
  subscribe(listener: () => void): () => void;
}

/** The header has whole seconds. */
const halfSecondMs = 500;

export function createConnection(wallMs: () => number = Date.now): Connection {
  let lostAt: number | null = null;
  let offsetMs: number | null = null;
  const listeners = new Set<() => void>();
  const change = (to: number | null) => {
    if (to === lostAt) return;
    lostAt = to;
    for (const listener of listeners) listener();
  };
  return {
    lostAt: () => lostAt,
    serverOffsetMs: () => offsetMs,
    answered(date = null) {
      const serverMs = Date.parse(date ?? '');
      if (!Number.isNaN(serverMs)) offsetMs = serverMs + halfSecondMs - wallMs();
      change(null);
    },
    unanswered: () => change(lostAt ?? wallMs()),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
