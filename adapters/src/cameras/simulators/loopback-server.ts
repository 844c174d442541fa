import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';

/** One source reads a simulated camera. */
const MAX_CONNECTIONS = 8;

export interface LoopbackServer {
  readonly port: number;
  /** Connections that are open. */
  readonly open: () => number;
  /** Ends all connections and no longer listens. */
  close(): Promise<void>;
}

/** Lets a server listen on a free port of 127.0.0.1. */
export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // A client may go away at any time.
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A path that nobody can guess: other programs of this machine, and pages in its browsers, do not find the camera. */
export function secretPath(): string {
  return `/${randomBytes(24).toString('hex')}`;
}

/** A server of files below a secret path: `answer` gets the name of the file; what it does not answer is not found. */
export async function openFileServer(
  answer: (file: string, response: ServerResponse) => boolean,
): Promise<LoopbackServer & { readonly urlOf: (file: string) => string }> {
  const path = secretPath();
  const server = createHttpServer(({ method, url = '' }, response) => {
    const file = url.startsWith(`${path}/`) ? url.slice(path.length + 1) : null;
    response.setHeader('cache-control', 'no-store');
    if (method !== 'GET' || file === null || !answer(file, response)) response.writeHead(404).end();
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  const listening = await listenOnLoopback(server);
  return { ...listening, urlOf: (file) => `http://127.0.0.1:${listening.port}${path}/${file}` };
}
