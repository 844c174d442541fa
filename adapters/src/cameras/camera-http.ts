import { createDigest } from '../hardware/digest-authentication.ts';
import type { StreamClient, StreamedResponse } from '../http-client/index.ts';
import { CAMERA, cameraError } from './camera-error.ts';
import type { CameraLimits } from './camera-limits.ts';
import type { CameraAddress } from './port.ts';

/** GET requests of one camera, with its credentials where they belong. */
export interface CameraHttp {
  /** A 200, or a 304 to a conditional request. Throws AdapterError. */
  open(
    url: string,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ): Promise<StreamedResponse>;
  /** The whole body of a 200, and where it came from. Throws AdapterError, beyond `maxBytes` too. */
  read(url: string, signal: AbortSignal, maxBytes: number): Promise<{ bytes: Buffer; url: URL }>;
}

/**
 * Credentials are sent only when the camera asks for them, by digest if it can, and only to the origin of its URL: not
 * to where it redirects and not to other hosts of a playlist.
 */
export function openCameraHttp(
  client: StreamClient,
  { url: cameraUrl, username, password }: CameraAddress,
  { answerMs }: CameraLimits,
): CameraHttp {
  const camera = new URL(cameraUrl);
  const digest = createDigest({ username, password });
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  let scheme: 'none' | 'basic' | 'digest' = 'none';

  const open: CameraHttp['open'] = async (url, signal, headers = {}) => {
    const target = new URL(url);
    const mayAuthenticate = target.origin === camera.origin && (username !== '' || password !== '');
    const uri = `${target.pathname}${target.search}`;
    const authorization = () =>
      !mayAuthenticate || scheme === 'none' ? null : scheme === 'basic' ? basic : digest.header('GET', uri);
    const ask = (value: string | null) =>
      client.open({
        source: CAMERA,
        name: 'The camera',
        url,
        headers: { ...headers, ...(value === null ? {} : { authorization: value }) },
        trustedHost: camera.hostname,
        timeoutMs: answerMs,
        signal,
      });
    const sent = authorization();
    let response = await ask(sent);
    if (response.status === 401 && mayAuthenticate && response.url.origin === camera.origin) {
      const { status, headers: answered } = response;
      response.close();
      const said = digest.read({ status, headers: answered, bytes: new Uint8Array() }, sent);
      if (said === 'again') scheme = 'digest';
      else if (sent === null && /\bbasic\b/i.test(answered['www-authenticate'] ?? '')) scheme = 'basic';
      else throw refusal(401);
      response = await ask(authorization());
    }
    return accepted(response, headers);
  };

  return {
    open,
    async read(url, signal, maxBytes) {
      const response = await open(url, signal);
      return { bytes: await readWhole(response, maxBytes), url: response.url };
    },
  };
}

function accepted(response: StreamedResponse, asked: Readonly<Record<string, string>>): StreamedResponse {
  const { status, headers } = response;
  const isConditional = 'if-none-match' in asked || 'if-modified-since' in asked;
  const coding = headers['content-encoding'];
  if (status === 304 && isConditional) return response;
  if (status === 200 && (coding === undefined || coding === 'identity')) return response;
  response.close();
  if (status === 200) throw cameraError('malformed', 'The camera compresses what it sends.');
  if (status === 401 || status === 403) throw refusal(status);
  throw cameraError('upstream', `The camera answers with an error (${status}).`, {
    status,
    retryable: status >= 500 || status === 429 || status === 408,
  });
}

function refusal(status: number) {
  return cameraError('auth', 'The camera refuses its user name or password.', { status });
}

/** The whole body; ends the connection when it is larger, before it is read if the head says so. */
export async function readWhole(response: StreamedResponse, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    cameraError('malformed', `The camera sends more than ${Math.round(maxBytes / 1024)} KiB at once.`, {
      retryable: false,
    });
  try {
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    response.close();
  }
}
