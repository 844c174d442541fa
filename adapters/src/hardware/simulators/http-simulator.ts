import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { proofOf, simulatorPath } from '../../simulator-proof.ts';
import type { Simulator, SimulatorOptions } from './port.ts';
import type { SimulatedOutputs } from './simulated-outputs.ts';
import { listenAsSimulator } from './simulated-server.ts';

export interface SimulatedRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly authorization: string | null;
  readonly headers: IncomingHttpHeaders;
}

export interface SimulatedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How one make of device answers. */
export interface SimulatedMake {
  /** Null: the credentials are right. `password` is what it wants at the moment. */
  authenticate(request: SimulatedRequest, password: string): SimulatedAnswer | null;
  answer(request: SimulatedRequest): SimulatedAnswer;
  /** What looks like success and holds an error, as this make words it. */
  errorInside(request: SimulatedRequest): SimulatedAnswer;
  /** Answers without a status line and headers. */
  readonly isBare?: boolean;
}

const page = '<!doctype html><html><head><title>Sign in</title></head><body>Welcome</body></html>';
/** A minute of sound fits. */
const maxBody = 1_048_576;

/** A simulator of a device that speaks HTTP. */
export function startHttpSimulator(
  make: SimulatedMake,
  outputs: SimulatedOutputs,
  options: SimulatorOptions,
): Promise<Simulator> {
  const { password = '', slowMs = 10_000 } = options;
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    if (request === null) return response.destroy();
    const { fault } = outputs;
    if (fault === 'silent') return;
    if (request.url.pathname === simulatorPath)
      return void response.end(proofOf(request.url.searchParams.get('challenge') ?? ''));
    if (fault === 'html') return void response.setHeader('Content-Type', 'text/html').end(page);
    // Nobody can know this one.
    const wanted = fault === 'wrong-password' ? `another than ${password}` : password;
    const denied = wanted === '' ? null : make.authenticate(request, wanted);
    if (denied !== null) return write(response, denied);
    const answer = fault === 'error-inside' ? make.errorInside(request) : make.answer(request);
    if (fault === 'slow') setTimeout(() => write(response, answer, make.isBare), slowMs).unref();
    else if (fault === 'half-answer') writeHalf(response, answer, make.isBare);
    else write(response, answer, make.isBare);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  return listenAsSimulator(server, outputs, options);
}

async function readRequest(incoming: IncomingMessage): Promise<SimulatedRequest | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming) {
      const bytes = Buffer.from(chunk);
      length += bytes.length;
      if (length > maxBody) return null;
      chunks.push(bytes);
    }
  } catch {
    return null;
  }
  const url = URL.parse(incoming.url ?? '', 'http://simulator');
  const { method = 'GET', headers } = incoming;
  const authorization = headers.authorization ?? null;
  return url && { method, url, body: Buffer.concat(chunks).toString('utf8'), authorization, headers };
}

function write(
  response: ServerResponse,
  { status = 200, headers, body }: SimulatedAnswer,
  isBare = false,
): void {
  if (isBare && status === 200) response.socket?.end(body);
  else response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

function writeHalf(
  response: ServerResponse,
  { status = 200, headers, body }: SimulatedAnswer,
  isBare = false,
): void {
  const half = body.slice(0, Math.floor(body.length / 2));
  if (isBare) return void response.socket?.end(half);
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  response.write(half, () => response.destroy());
}

/** Basic authentication: any user name, or the one that is set. */
export function basicAuthentication(username = ''): SimulatedMake['authenticate'] {
  return ({ authorization }, password) => {
    const given = Buffer.from((authorization ?? '').replace(/^Basic /, ''), 'base64').toString('utf8');
    const colon = given.indexOf(':');
    const isRight =
      authorization?.startsWith('Basic ') === true &&
      given.slice(colon + 1) === password &&
      (username === '' || given.slice(0, colon) === username);
    return isRight
      ? null
      : { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="simulator"' }, body: 'Unauthorized' };
  };
}
