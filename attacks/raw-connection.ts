import { connect } from 'node:net';

export interface Raw {
  /** What came back until now. */
  received(): string;
  /** Ms from the opening to the end of the connection, and what came back; `null` when it is still open. */
  ended(withinMs: number): Promise<{ afterMs: number; text: string } | null>;
  write(text: string | Uint8Array): void;
  close(): void;
}

/** A connection whose bytes are ours to choose; a reset counts as an end. */
export function openRaw(port: number, first: string | Uint8Array = ''): Promise<Raw> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const began = performance.now();
    let text = '';
    let endedAfter: number | undefined;
    const waiting = new Set<() => void>();
    socket.on('data', (bytes) => {
      if (text.length < 100_000) text += bytes.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      endedAfter = performance.now() - began;
      for (const wake of waiting) wake();
      done();
    });
    const raw: Raw = {
      received: () => text,
      ended: async (withinMs) => {
        if (endedAfter === undefined)
          await new Promise<void>((wake) => {
            const timer = setTimeout(wake, Math.max(0, withinMs));
            waiting.add(() => {
              clearTimeout(timer);
              wake();
            });
          });
        return endedAfter === undefined ? null : { afterMs: endedAfter, text };
      },
      write: (more) => {
        if (!socket.destroyed) socket.write(more);
      },
      close: () => socket.destroy(),
    };
    const done = () => resolve(raw);
    socket.once('connect', () => {
      if (first.length > 0) socket.write(first);
      done();
    });
  });
}

/** The statuses of the answers in what a connection brought; a second one may follow the first without a line. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
}
