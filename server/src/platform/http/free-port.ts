import { createServer } from 'node:net';

/**
 * Why a port cannot be listened on; null when it can. Checked before anything starts, so that nothing is
 * started in part.
 */
export function portFailure(host: string, port: number, setting = '--port'): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        resolve(`Port ${port} is in use by another program. Choose another with ${setting}.`);
      else if (error.code === 'EACCES')
        resolve(`Port ${port} may not be used by this user. Choose one above 1023 with ${setting}.`);
      else resolve(`Port ${port} on ${host} cannot be listened on: ${error.code}.`);
    });
    probe.listen({ host, port }, () => probe.close(() => resolve(null)));
  });
}
