import { createServer, type RequestListener, type Server } from 'node:http';
import { type ConnectionLimits, limitConnections } from './limits/limit-connections.ts';
import { limitRequests, type RequestTimes } from './limits/limit-requests.ts';

/** A connection without a request is kept for so long: longer than most proxies keep theirs. */
const keepAliveMs = 72_000;

/** Head of a request: the address of a wall may name a thousand places by their ids. */
const maxHeadBytes = 48 * 1024;

/** A server for Fastify, which asks for one for each address that it listens on. */
export function createHttpServer(
  handler: RequestListener,
  {
    times,
    connections,
    isProxy,
  }: { times: RequestTimes; connections: ConnectionLimits; isProxy: (address: string) => boolean },
): Server {
  const server = createServer(
    {
      connectionsCheckingInterval: times.checkEveryMs,
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: maxHeadBytes,
      // Any other request for an upgrade is answered as if it asked for none.
      shouldUpgradeCallback: (request) => /^\/Stream\/ws\//i.test(request.url ?? ''),
    },
    handler,
  );
  limitRequests(server, times);
  limitConnections(server, connections, isProxy);
  return server;
}
