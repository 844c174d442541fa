import type { Server, Socket } from 'node:net';
import type { Simulator, SimulatorOptions } from './port.ts';
import type { SimulatedOutputs } from './simulated-outputs.ts';

/** What a simulator with outputs is made of; `server` is not listening yet. */
export async function listenAsSimulator(
  server: Server,
  outputs: SimulatedOutputs,
  { port = 0, host = '127.0.0.1' }: SimulatorOptions,
  onRestart: () => void = () => {},
): Promise<Simulator> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client may go away at any time.
    socket.on('error', () => {});
  });
  let current = port;
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(current, host, () => {
        server.off('error', reject);
        const bound = server.address();
        if (bound !== null && typeof bound !== 'string') current = bound.port;
        resolve();
      });
    });
  const stop = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen();
  if (outputs.fault === 'refused') await stop();
  return {
    address: `${host.includes(':') ? `[${host}]` : host}:${current}`,
    port: current,
    state: outputs.state,
    commands: outputs.commands,
    get fault() {
      return outputs.fault;
    },
    async setFault(fault) {
      outputs.fault = fault;
      if (fault === 'restarted') {
        outputs.restart();
        onRestart();
      }
      if (fault === 'refused') await stop();
      else if (!server.listening) await listen();
    },
    async close() {
      await stop();
      outputs.restart();
    },
  };
}
