import type { Duplex } from 'node:stream';
import { DeviceFailure, malformed } from '../device-failure.ts';
import { createDigest } from '../digest-authentication.ts';
import { type HttpSession, textOf } from '../http-session.ts';
import { type CommandOutcome, type DeviceNetwork, DeviceNetworkError, type DeviceSettings } from '../port.ts';

const TRANSMIT_PATH = '/axis-cgi/audio/transmit.cgi';
const CLIP_LIST_PATH = '/axis-cgi/param.cgi?action=list&group=MediaClip';
/** Bytes of µ-law in a second, and so of the body in a second. */
const BYTES_A_SECOND = 8_000;
const CHUNK_MS = 100;
/** The device stores so much before it runs dry. */
const LEAD_MS = 400;

/** The numbers of the clips on the device by their names. */
export async function listAxisClips(http: HttpSession, signal: AbortSignal): Promise<Map<string, string>> {
  const text = textOf(await http.send({ method: 'GET', path: CLIP_LIST_PATH }, signal));
  if (/^\s*</.test(text)) throw malformed('It answers with a page instead of its clips.');
  const clips = new Map<string, string>();
  for (const [, number = '', name = ''] of text.matchAll(/^root\.MediaClip\.M(\d+)\.Name=(.*)$/gm))
    clips.set(name.trim(), number);
  return clips;
}

export async function playAxisClip(
  http: HttpSession,
  name: string,
  signal: AbortSignal,
): Promise<CommandOutcome> {
  const clips = await listAxisClips(http, signal);
  const number = clips.get(name);
  if (number === undefined) return { kind: 'refused', because: 'device', detail: `It has no clip ${name}.` };
  const path = `/axis-cgi/playclip.cgi?clip=${number}&repeat=0`;
  refuseErrorText(textOf(await http.send({ method: 'GET', path }, signal)));
  return { kind: 'sent', detail: 'It plays the clip; it does not say when it ends.' };
}

export async function stopAxisClip(http: HttpSession, signal: AbortSignal): Promise<CommandOutcome> {
  refuseErrorText(textOf(await http.send({ method: 'GET', path: '/axis-cgi/stopclip.cgi' }, signal)));
  return { kind: 'sent', detail: 'It took the command to end what it plays.' };
}

/** Errors come with HTTP 200, as a line that begins with a hash or says so. */
function refuseErrorText(text: string): void {
  if (/^\s*</.test(text)) throw malformed('It answers with a page.');
  if (/error/i.test(text)) throw new DeviceFailure('device', `It refuses: ${text.trim()}`);
}

/**
 * Sends sound to the device in the time in which it plays it, as one request. Sent: it took the whole sound. When it
 * does not answer, that is unknown.
 */
export async function transmitAxisAudio(
  network: DeviceNetwork,
  { base, username, password }: { base: string } & Pick<DeviceSettings, 'username' | 'password'>,
  ulaw: Uint8Array,
  signal: AbortSignal,
): Promise<CommandOutcome> {
  const url = new URL(TRANSMIT_PATH, base);
  const authorization = await authorize(network, url, { username, password }, signal);
  const secure = url.protocol === 'https:';
  const port = Number(url.port || (secure ? 443 : 80));
  const stream = await network.connectStream({ host: url.hostname, port, secure }, signal);
  const abort = () => stream.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const answer = readStatus(stream);
    stream.write(
      [
        `POST ${url.pathname} HTTP/1.1`,
        `Host: ${url.host}`,
        'Content-Type: audio/basic',
        `Content-Length: ${ulaw.byteLength}`,
        'Cache-Control: no-cache',
        'Connection: close',
        ...(authorization === null ? [] : [`Authorization: ${authorization}`]),
        '\r\n',
      ].join('\r\n'),
    );
    const writing = writeInTime(stream, ulaw, signal);
    const early = await Promise.race([answer, writing]);
    if (early !== null && !isSuccess(early)) return outcomeOf(early);
    await writing;
    // Some answer as soon as they begin to play: the rest of the sound is still on its way.
    if (early !== null) await after(LEAD_MS);
    return outcomeOf(await Promise.race([answer, after(network.timeoutMs)]));
  } finally {
    signal.removeEventListener('abort', abort);
    stream.destroy();
  }
}

/** The device asks for digest authentication before it takes any sound; null where it asks for none. */
async function authorize(
  network: DeviceNetwork,
  url: URL,
  credentials: { username: string; password: string },
  signal: AbortSignal,
): Promise<string | null> {
  if (credentials.password === '') return null;
  const digest = createDigest(credentials);
  const empty = { method: 'POST', url: url.href, body: '', signal } as const;
  try {
    const answer = await network.request({ ...empty, headers: { 'Content-Type': 'audio/basic' } });
    if (answer.status === 404) throw new DeviceFailure('device', 'It takes no sound.');
    if (digest.read(answer, null) === 'refused')
      throw new DeviceFailure('password', 'It wants another password.');
    return digest.header('POST', url.pathname);
  } catch (error) {
    // No sound was in it, so whatever became of it, nothing was played.
    if (error instanceof DeviceNetworkError)
      throw new DeviceNetworkError(error.message, 'before', error.because);
    throw error;
  }
}

type TransmitAnswer = number | 'ended' | 'lost' | 'timeout';

/** The status of the answer as soon as it is there; 'ended' or 'lost' when the connection closes without one. */
function readStatus(stream: Duplex): Promise<TransmitAnswer> {
  return new Promise((resolve) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString('latin1')).slice(0, 4_096);
      // Not the interim ones, such as 100 (continue).
      const [, status] = /^HTTP\/1\.[01] ([2-5]\d\d)[^\n]*\n/m.exec(text) ?? [];
      if (status !== undefined) resolve(Number(status));
    });
    stream.once('end', () => resolve(text === '' ? 'ended' : 'lost'));
    stream.on('error', () => resolve('lost'));
    stream.once('close', () => resolve('lost'));
  });
}

/** Resolves with null when all is written. */
async function writeInTime(stream: Duplex, ulaw: Uint8Array, signal: AbortSignal): Promise<null> {
  const begun = performance.now();
  const step = (BYTES_A_SECOND * CHUNK_MS) / 1000;
  for (let from = 0; from < ulaw.byteLength && !signal.aborted && stream.writable; from += step) {
    const wait = begun + (from / BYTES_A_SECOND) * 1000 - LEAD_MS - performance.now();
    if (wait > 0) await after(wait);
    if (stream.writable) stream.write(ulaw.subarray(from, from + step));
  }
  return null;
}

function after(ms: number): Promise<'timeout'> {
  return new Promise((resolve) => setTimeout(() => resolve('timeout'), ms));
}

function isSuccess(answer: TransmitAnswer): boolean {
  return typeof answer === 'number' && answer >= 200 && answer < 300;
}

function outcomeOf(answer: TransmitAnswer): CommandOutcome {
  if (answer === 'timeout') return { kind: 'unknown', detail: 'The sound was sent, and it did not answer.' };
  if (answer === 'lost')
    return { kind: 'unknown', detail: 'The connection was lost while the sound was sent.' };
  if (answer === 'ended' || isSuccess(answer))
    return { kind: 'sent', detail: 'It took the sound; it does not say whether it was played.' };
  if (answer === 401 || answer === 403) throw new DeviceFailure('password', 'It wants another password.');
  throw new DeviceFailure('device', `It answers with an error (${answer}).`, answer >= 500);
}
