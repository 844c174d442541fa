import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export interface RequestTimes {
  /** From a connection, or the first byte of its next request, to the end of the headers. */
  readonly headersMs: number;
  /** From the first byte of a request to its last. Answers, such as event streams, may take any time. */
  readonly requestMs: number;
  /** A body must come at this rate on average, after the time in which it may come at any. */
  readonly leastBytesPerSecond: number;
  readonly anyRateMs: number;
  readonly checkEveryMs: number;
}

/**
 * The least rate is that of a GPRS phone: the largest body, a picture of 5 MB, takes 22 minutes with it,
 * which the whole request may.
 */
export const defaultRequestTimes: RequestTimes = {
  headersMs: 20_000,
  requestMs: 25 * 60_000,
  leastBytesPerSecond: 4 * 1024,
  anyRateMs: 20_000,
  checkEveryMs: 2_000,
};

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

interface Body {
  readonly response: ServerResponse;
  /** Real ms of the process, from which its bytes are counted. */
  startedAt: number;
  bytesBefore: number;
}

/** Ends requests that take too long, or whose body comes slower than the least rate. */
export function limitRequests(server: Server, times: RequestTimes): void {
  server.headersTimeout = times.headersMs;
  server.requestTimeout = times.requestMs;
  const bodies = new Map<IncomingMessage, Body>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && (length === undefined || Number(length) === 0)) return;
    bodies.set(request, { response, ...from(request) });
  });
  const timer = setInterval(() => {
    for (const [request, body] of bodies) {
      if (request.complete || request.socket.destroyed) bodies.delete(request);
      // A full buffer waits for the server and not for the client.
      else if (request.readableLength >= request.readableHighWaterMark) Object.assign(body, from(request));
      else if (isTooSlow(request, body, times)) {
        bodies.delete(request);
        endLate(request, body);
      }
    }
  }, times.checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}

function from({ socket }: IncomingMessage): Pick<Body, 'startedAt' | 'bytesBefore'> {
  return { startedAt: performance.now(), bytesBefore: socket.bytesRead };
}

function isTooSlow({ socket }: IncomingMessage, body: Body, times: RequestTimes): boolean {
  const counted = performance.now() - body.startedAt - times.anyRateMs;
  return socket.bytesRead - body.bytesBefore < (counted / 1_000) * times.leastBytesPerSecond;
}

function endLate({ socket }: IncomingMessage, { response }: Body): void {
  if (!response.headersSent) socket.write(timedOut);
  socket.destroySoon();
}
