import { lookup } from 'node:dns';
import { type Dispatcher, request as requestBy } from 'undici';
import { AdapterError } from '../adapter-error.ts';
import { classifyFailure } from './classify-response.ts';
import { type OutboundProxy, openDispatcher } from './live-http-client.ts';
import {
  guardedConnector,
  isPrivateAddress,
  isPrivateHost,
  literalAddress,
  PrivateAddressError,
  type Resolve,
} from './private-addresses.ts';

const MAX_REDIRECTS = 3;
const CONNECT_TIMEOUT_MS = 10_000;
const CONNECTIONS = 64;

export interface StreamClientOptions {
  readonly userAgent: string;
  /** For public hosts only; a device is reached directly. */
  readonly proxy?: OutboundProxy | null;
  /** The private addresses that a URL of an admin may lead to. */
  readonly isDeviceAddress: (address: string) => boolean;
  /** As `lookup` of node:dns; for tests. */
  readonly resolve?: Resolve;
}

/** One GET request of which the body is read as it comes. */
export interface StreamRequest {
  /** Name of the feed for errors and logs. */
  readonly source: string;
  /** What the errors call the other side ('The camera'): they name neither its host nor its path. */
  readonly name: string;
  readonly url: string;
  /** For the origin of `url` only. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The only host that may be inside the networks of devices. Every other one, of the URL itself and of each redirect,
   * must be public: otherwise a camera on the internet could make this installation send requests to a siren.
   */
  readonly trustedHost: string;
  /** Milliseconds of real time until the head of the answer. */
  readonly timeoutMs: number;
  /** Ends the body too. */
  readonly signal: AbortSignal;
}

export interface StreamedResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the answer came from, after redirects. */
  readonly url: URL;
  /** Chunks as they come; what is not read is not received. Errors are AdapterErrors. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the connection if the body was not read to its end. */
  close(): void;
}

export interface StreamClient {
  /** The response whatever its status, except redirects. Throws AdapterError without one. */
  open(request: StreamRequest): Promise<StreamedResponse>;
  close(): Promise<void>;
}

/**
 * GET requests of endless bodies to URLs of people. Every address of a host is judged when the connection is made, and
 * the connected one once more, for each redirect anew: public ones may be connected to, private ones only as
 * `isDeviceAddress` says and for `trustedHost`. A device may sign its own certificate; a public host may not.
 */
export function openStreamClient(options: StreamClientOptions): StreamClient {
  const { isDeviceAddress, resolve = lookup, proxy = null } = options;
  const isDevice = (address: string) => isPrivateAddress(address) && isDeviceAddress(address);
  const guard = (isRefused: (address: string) => boolean, anyCertificate: boolean) =>
    guardedConnector(CONNECT_TIMEOUT_MS, resolve, isRefused, anyCertificate);
  // With a proxy this judges the hosts past it; what goes through it is the proxy's to judge.
  const publicHosts = openDispatcher(proxy, CONNECTIONS, guard(isPrivateAddress, false));
  const devices = openDispatcher(
    null,
    CONNECTIONS,
    guard((address) => !isDevice(address), true),
  );

  async function dispatcherFor(target: URL, trustedHost: string, signal: AbortSignal): Promise<Dispatcher> {
    if (target.hostname === trustedHost) {
      const literal = literalAddress(target.hostname);
      const addresses = literal === null ? await addressesOf(target.hostname, resolve, signal) : [literal];
      if (addresses.length > 0 && addresses.every(isDevice)) return devices;
    }
    if (isPrivateHost(target.hostname)) throw new PrivateAddressError();
    return publicHosts;
  }

  async function follow(request: StreamRequest, signal: AbortSignal): Promise<StreamedResponse> {
    const origin = URL.parse(request.url)?.origin;
    let target = readUrl(request, request.url);
    for (let redirects = 0; ; redirects++) {
      const answer = await requestBy(target, {
        dispatcher: await dispatcherFor(target, request.trustedHost, signal),
        signal,
        // The reader has its own limits.
        bodyTimeout: 0,
        headersTimeout: 0,
        headers: {
          'user-agent': options.userAgent,
          accept: '*/*',
          'accept-encoding': 'identity',
          ...(target.origin === origin ? request.headers : {}),
        },
      });
      // Without a listener an abort between two reads would end the process.
      answer.body.on('error', () => {});
      const headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
      );
      const { statusCode: status } = answer;
      if (![301, 302, 303, 307, 308].includes(status) || !headers.location) {
        const body = classified(request, answer.body);
        return { status, headers, url: target, body, close: () => answer.body.destroy() };
      }
      answer.body.destroy();
      if (redirects === MAX_REDIRECTS)
        throw new AdapterError(request.source, 'upstream', `${request.name} redirects too often.`);
      target = readUrl(request, URL.parse(headers.location, target)?.href ?? '');
    }
  }

  return {
    async open(request) {
      const limit = new AbortController();
      const timer = setTimeout(
        () => limit.abort(new DOMException('No answer.', 'TimeoutError')),
        request.timeoutMs,
      );
      try {
        return await follow(request, AbortSignal.any([request.signal, limit.signal]));
      } catch (error) {
        throw classifyFailure(request, limit.signal.aborted ? limit.signal.reason : error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: async () => {
      await Promise.all([publicHosts, devices].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

async function* classified(
  request: StreamRequest,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    throw classifyFailure(request, error);
  }
}

function readUrl(request: StreamRequest, url: string): URL {
  const parsed = URL.parse(url);
  const refuse = (problem: string) =>
    new AdapterError(request.source, 'refused', `${request.name} ${problem}.`, { retryable: false });
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
    throw refuse('leads to an address that is not http or https');
  if (parsed.username || parsed.password)
    throw refuse('leads to an address with a user name or password in it');
  return parsed;
}

/** Rejects as the signal aborts: a resolver may take longer than anybody waits. */
function addressesOf(host: string, resolve: Resolve, signal: AbortSignal): Promise<string[]> {
  return new Promise((done, fail) => {
    const abort = () => fail(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    resolve(host, { all: true }, (error, addresses) => {
      signal.removeEventListener('abort', abort);
      // Without an address the connection fails, with its own error.
      done(error ? [] : addresses.map(({ address }) => address));
    });
  });
}
