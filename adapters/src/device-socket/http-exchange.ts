import { type DeviceHttpAnswer, type DeviceHttpRequest, DeviceNetworkError } from '../hardware/port.ts';
import type { ReadingSocket } from './tcp.ts';

/** Bytes of the body of an answer. */
const maxBody = 1024 * 1024;
/** Bytes of a line of its head, and the lines of it. */
const maxLine = 16_384;
const maxHeaders = 100;
const lineFeed = 0x0a;

/** A request as it is written, and where it goes. */
export interface PreparedRequest {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly bytes: Buffer;
}

/**
 * Writes a request of HTTP/1.1. Throws `DeviceNetworkError` (`before`) for an address with credentials, another
 * protocol than HTTP, or a header that would begin another line.
 */
export function prepareRequest(request: DeviceHttpRequest): PreparedRequest {
  const url = URL.parse(request.url);
  const refuse = (text: string) => new DeviceNetworkError(text, 'before', 'not-allowed');
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    throw refuse('The address is none of HTTP.');
  if (url.username !== '' || url.password !== '') throw refuse('The address must not hold a password.');
  const tls = url.protocol === 'https:';
  const body = Buffer.from(request.body ?? '');
  const given = Object.entries(request.headers ?? {});
  for (const [name, value] of given)
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\x20-\x7e\t\x80-\xff]*$/.test(value))
      throw refuse('A header holds a character that is not allowed in it.');
  const lines = [
    `${request.method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    'Connection: close',
    'Accept: */*',
    ...(request.method === 'POST' ? [`Content-Length: ${body.length}`] : []),
    ...given.map(([name, value]) => `${name}: ${value}`),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const port = url.port === '' ? (tls ? 443 : 80) : Number(url.port);
  const bytes = request.method === 'POST' ? Buffer.concat([head, body]) : head;
  return { host: url.hostname, port, tls, bytes };
}

/**
 * Reads the answer to a request of which the connection is ended afterwards. Rejects with `DeviceNetworkError`
 * (`after`) when it is cut off, too large or no answer of HTTP.
 */
export async function readAnswer(
  socket: ReadingSocket,
  { allowsBareAnswer = false }: { allowsBareAnswer?: boolean },
): Promise<DeviceHttpAnswer> {
  for (let round = 0; round < 5; round += 1) {
    if (allowsBareAnswer) {
      const begin = Buffer.from(await socket.read(5));
      if (begin.toString('latin1') !== 'HTTP/') {
        const rest = await socket.readToEnd(maxBody - begin.length);
        return { status: 200, headers: {}, bytes: Buffer.concat([begin, rest]) };
      }
    }
    const statusLine = await readLine(socket);
    const pattern = allowsBareAnswer ? /^1\.[01] ([1-5]\d\d)( |$)/ : /^HTTP\/1\.[01] ([1-5]\d\d)( |$)/;
    const status = Number(pattern.exec(statusLine)?.[1] ?? Number.NaN);
    if (Number.isNaN(status)) throw malformed('It does not answer with HTTP.');
    const headers = await readHeaders(socket);
    // Continue, and other words before the answer.
    if (status < 200) continue;
    const bytes = status === 204 || status === 304 ? Buffer.alloc(0) : await readBody(socket, headers);
    return { status, headers, bytes };
  }
  throw malformed('It does not come to an answer.');
}

async function readLine(socket: ReadingSocket): Promise<string> {
  const line = Buffer.from(await socket.readUntil(lineFeed, maxLine)).toString('latin1');
  return line.replace(/\r?\n$/, '');
}

async function readHeaders(socket: ReadingSocket): Promise<Record<string, string>> {
  const headers = new Map<string, string>();
  for (let count = 0; ; count += 1) {
    const line = await readLine(socket);
    if (line === '') return Object.fromEntries(headers);
    const [, name, value = ''] = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined || count === maxHeaders) throw malformed('The head of its answer is unreadable.');
    const key = name.toLowerCase();
    const before = headers.get(key);
    if (before !== undefined && key === 'content-length' && before !== value)
      throw malformed('Its answer has two lengths.');
    // Several challenges come as several headers.
    headers.set(key, before === undefined || key === 'content-length' ? value : `${before}, ${value}`);
  }
}

async function readBody(socket: ReadingSocket, headers: Record<string, string>): Promise<Uint8Array> {
  const coding = headers['transfer-encoding']?.toLowerCase();
  if (coding !== undefined) {
    if (coding !== 'chunked') throw malformed('The coding of its answer is not known.');
    return readChunks(socket);
  }
  const length = headers['content-length'];
  if (length === undefined) return socket.readToEnd(maxBody);
  if (!/^\d{1,15}$/.test(length)) throw malformed('Its answer has no length.');
  if (Number(length) > maxBody) throw malformed('The answer is too long.');
  return socket.read(Number(length));
}

async function readChunks(socket: ReadingSocket): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const [, hex] = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i.exec(await readLine(socket)) ?? [];
    if (hex === undefined) throw malformed('Its answer is cut wrongly.');
    const size = Number.parseInt(hex, 16);
    total += size;
    if (total > maxBody) throw malformed('The answer is too long.');
    if (size === 0) break;
    chunks.push(await socket.read(size));
    if ((await readLine(socket)) !== '') throw malformed('Its answer is cut wrongly.');
  }
  await readHeaders(socket);
  return Buffer.concat(chunks);
}

function malformed(text: string): DeviceNetworkError {
  return new DeviceNetworkError(text, 'after', 'malformed');
}
