import { DeviceFailure, malformed } from './device-failure.ts';
import { createDigest } from './digest-authentication.ts';
import type { DeviceHttpAnswer, DeviceNetwork } from './port.ts';

export interface HttpSessionOptions {
  readonly network: DeviceNetwork;
  /** `http://host:port`, see `readHttpAddress`. */
  readonly base: string;
  readonly username: string;
  readonly password: string;
  /** Without a password nothing is sent, whatever it is. */
  readonly authentication: 'none' | 'basic' | 'bearer' | 'digest';
  readonly allowsBareAnswer?: boolean;
}

export interface HttpSession {
  /**
   * One request; a 2xx answer. Throws `DeviceFailure`: `password` for 401 and 403, `device` for another 4xx (nothing
   * was done) and for 5xx (may have acted), `malformed` for a redirect. With digest authentication a request that the
   * device has refused with a challenge is sent once more; it was not carried out.
   */
  send(
    request: { method: 'GET' | 'POST'; path: string; body?: string; contentType?: string },
    signal: AbortSignal,
  ): Promise<DeviceHttpAnswer>;
}

export function openHttpSession(options: HttpSessionOptions): HttpSession {
  const { network, base, username, password, authentication, allowsBareAnswer = false } = options;
  const digest = authentication === 'digest' && password !== '' ? createDigest({ username, password }) : null;
  const fixed =
    password === ''
      ? null
      : authentication === 'basic'
        ? `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
        : authentication === 'bearer'
          ? `Bearer ${password}`
          : null;
  return {
    async send({ method, path, body, contentType }, signal) {
      const url = URL.parse(`${base}${path}`);
      if (url === null) throw new DeviceFailure('unsupported', 'The path is none.');
      const ask = async (authorization: string | null) =>
        network.request({
          ...{ method, url: url.href, signal, allowsBareAnswer },
          ...(body === undefined ? {} : { body }),
          headers: {
            ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
            ...(authorization === null ? {} : { Authorization: authorization }),
          },
        });
      const uri = `${url.pathname}${url.search}`;
      if (digest === null) return checked(await ask(fixed));
      let header = digest.header(method, uri);
      let answer = await ask(header);
      if (digest.read(answer, header) === 'again') {
        header = digest.header(method, uri);
        answer = await ask(header);
        digest.read(answer, header);
      }
      return checked(answer);
    },
  };
}

function checked(answer: DeviceHttpAnswer): DeviceHttpAnswer {
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  if (status === 401 || status === 403) throw new DeviceFailure('password', 'It wants another password.');
  if (status === 429) throw new DeviceFailure('password', 'It refuses more attempts for some time (429).');
  if (status < 400) throw malformed(`It answers with another address (${status}).`);
  throw new DeviceFailure('device', `It answers with an error (${status}).`, status >= 500);
}

/** The text of an answer. */
export function textOf({ bytes }: DeviceHttpAnswer): string {
  return Buffer.from(bytes).toString('utf8');
}

/** The JSON object of an answer; throws `DeviceFailure` (`malformed`) for anything else. */
export function objectOf(answer: DeviceHttpAnswer): Readonly<Record<string, unknown>> {
  const value = jsonOf(textOf(answer));
  if (!isObject(value)) throw malformed('It does not answer as such a device does.');
  return value;
}

/** Undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
