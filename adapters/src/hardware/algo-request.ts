import { createHash, createHmac, randomBytes } from 'node:crypto';
import { answerClockOffset } from './answer-clock.ts';
import { DeviceFailure, malformed } from './device-failure.ts';
import { isObject, jsonOf, textOf } from './http-session.ts';
import type { DeviceNetwork } from './port.ts';

/** Milliseconds that the clocks may differ, of the device's side. */
export const ALGO_CLOCK_LIMIT_MS = 30_000;

export interface AlgoAccess {
  /** `https://host:port`. */
  readonly base: string;
  readonly username: string;
  readonly password: string;
  /** `hmac` is the device's 'Standard'. */
  readonly authentication: 'hmac' | 'basic';
}

export interface AlgoAnswer {
  /** Null for an empty body, which is the answer to a command. */
  readonly json: Readonly<Record<string, unknown>> | null;
  /** The device's clock minus ours, ms; null when it does not say. */
  readonly clockOffsetMs: number | null;
}

/**
 * The headers of a request with the device's standard authentication: HMAC-SHA-256 over
 * `METHOD:PATH[:MD5 OF THE BODY:application/json]:UNIX SECONDS:NONCE`. `at` is epoch ms.
 */
export function algoHmacHeaders(
  access: Pick<AlgoAccess, 'username' | 'password'>,
  request: { method: string; path: string; body: string },
  at: number,
  nonce: string,
): Record<string, string> {
  const { method, path, body } = request;
  const md5 = createHash('md5').update(body).digest('hex');
  const seconds = Math.floor(at / 1000);
  const signed = [method, path, ...(body === '' ? [] : [md5, 'application/json']), seconds, nonce].join(':');
  const mac = createHmac('sha256', access.password).update(signed).digest('hex');
  return {
    Authorization: `hmac ${access.username}:${nonce}:${mac}`,
    Date: new Date(seconds * 1000).toUTCString(),
    ...(body !== '' && { 'Content-MD5': md5, 'Content-Type': 'application/json' }),
  };
}

/** One request. Throws `DeviceFailure` for each answer but 200, and `DeviceNetworkError` without one. */
export async function askAlgo(
  network: DeviceNetwork,
  access: AlgoAccess,
  request: { method: 'GET' | 'POST'; path: string; body?: object },
  signal: AbortSignal,
): Promise<AlgoAnswer> {
  const { method, path } = request;
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  const basic = Buffer.from(`${access.username}:${access.password}`).toString('base64');
  const headers =
    access.authentication === 'basic'
      ? { Authorization: `Basic ${basic}`, ...(body !== '' && { 'Content-Type': 'application/json' }) }
      : algoHmacHeaders(access, { method, path, body }, network.wallNow(), randomBytes(8).toString('hex'));
  const answer = await network.request({ method, url: access.base + path, headers, body, signal });
  const clockOffsetMs = answerClockOffset(answer, network.wallNow());
  if (answer.status === 401 || answer.status === 403) throw refusedAccess(access, clockOffsetMs);
  if (answer.status === 404)
    throw new DeviceFailure('device', 'It does not have that, or its RESTful API is switched off.');
  const text = textOf(answer).trim();
  const value = jsonOf(text);
  const json = isObject(value) ? value : null;
  if (answer.status === 400) throw new DeviceFailure('device', `It refuses: ${wordsOf(json?.error)}.`);
  if (answer.status >= 300 && answer.status < 400)
    throw malformed(`It answers with another address (${answer.status}).`);
  if (answer.status !== 200)
    throw new DeviceFailure('device', `It answers with an error (${answer.status}).`, answer.status >= 500);
  if (json?.error !== undefined) throw new DeviceFailure('device', `It refuses: ${wordsOf(json.error)}.`);
  // A page for people answers 200 too.
  if (text !== '' && json === null) throw malformed('It does not answer as an Algo device does.');
  return { json, clockOffsetMs };
}

/** The clock is asked first: a device whose clock is off refuses the right password. */
function refusedAccess({ authentication }: AlgoAccess, clockOffsetMs: number | null): DeviceFailure {
  if (authentication === 'hmac' && clockOffsetMs !== null && Math.abs(clockOffsetMs) > ALGO_CLOCK_LIMIT_MS)
    return new DeviceFailure(
      'clock',
      `Its clock is off by ${Math.round(Math.abs(clockOffsetMs) / 1000)} s; it refuses more than 30 s.`,
    );
  return new DeviceFailure('password', 'It wants another password.');
}

function wordsOf(error: unknown): string {
  return typeof error === 'string' && error !== '' ? error : 'no reason given';
}
