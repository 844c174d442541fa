import type { ServerProcess } from '@allclear/server/test/run-server.ts';
import { call, later } from '../calls.ts';

/** The memory of a server, in bytes. */
export interface ServerMemory {
  /** What the main thread still reaches, after a collection: objects, and buffers outside of the heap. */
  readonly live: number;
  /** With what V8 keeps for later, on a machine with room for hundreds of megabytes and for minutes. */
  readonly resident: number;
}

/**
 * Opens the inspector of a server that was started with `--inspect-port=0`; returns its address, on this machine
 * alone.
 */
export async function openInspector({ child, output }: ServerProcess): Promise<string> {
  child.kill('SIGUSR1');
  for (let tries = 0; tries < 200; tries++) {
    const address = /^Debugger listening on (ws:\/\/127\.0\.0\.1:\S+)/m.exec(output())?.[1];
    if (address) return address;
    await later(50);
  }
  throw new Error(`The inspector did not open: ${output().slice(-500)}`);
}

/** Has the server collect its garbage, and reads its own metrics. */
export async function measureMemory(origin: string, inspector: string): Promise<ServerMemory> {
  await collectGarbage(inspector);
  const { text } = await call(origin, { method: 'GET', path: '/metrics' });
  const bytes = (name: string) => Number(new RegExp(`^allclear_${name}_bytes (\\S+)`, 'm').exec(text)?.[1]);
  return {
    live: bytes('nodejs_heap_size_used') + bytes('nodejs_external_memory'),
    resident: bytes('process_resident_memory'),
  };
}

function collectGarbage(inspector: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(inspector);
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
    socket.onerror = () => reject(new Error('The inspector cannot be reached.'));
    socket.onmessage = ({ data }) => {
      socket.close();
      const answer = JSON.parse(String(data)) as { error?: { message: string } };
      if (answer.error) reject(new Error(answer.error.message));
      else resolve();
    };
  });
}
