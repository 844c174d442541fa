import type { DeviceNetworks } from '../device-socket/device-networks.ts';
import { openLocalForward } from '../device-socket/local-forward.ts';
import { DeviceNetworkError } from '../hardware/port.ts';
import type { Resolve } from '../http-client/private-addresses.ts';
import { isCameraAddress } from './camera-address.ts';
import { cameraError, untilAborted } from './camera-error.ts';
import type { CameraLimits } from './camera-limits.ts';
import { runFfmpeg } from './ffmpeg/ffmpeg-segments.ts';
import type { CameraAddress, CameraSink, CameraSource } from './port.ts';
import { createRtspReader, RtspError, videoEncoding } from './rtsp-reader.ts';
import { startWatchdog } from './watchdog.ts';

const DEFAULT_PORT = 554;

export interface RtspOptions {
  /** The path of ffmpeg. */
  readonly program: string;
  readonly networks: DeviceNetworks;
  readonly resolve?: Resolve;
  readonly limits: CameraLimits;
}

/**
 * An RTSP camera with H.264, by ffmpeg, over TCP. ffmpeg never chooses an address: it is connected to the judged one by a
 * port of this machine (`openLocalForward`), and an answer that redirects ends the run before ffmpeg sees it.
 */
export function createRtspSource(address: CameraAddress, options: RtspOptions): CameraSource {
  return {
    sends: 'segments',
    problem: null,
    run: (sink, signal) => untilAborted(signal, () => runOnce(address, options, sink, signal)),
  };
}

async function runOnce(
  address: CameraAddress,
  { program, networks, resolve, limits }: RtspOptions,
  sink: CameraSink,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(address.url);
  const media = startWatchdog(limits.stallMs, signal);
  // A camera may send pictures without a key frame: then no segment ends.
  const segments = startWatchdog(limits.stallMs * 2, media.signal);
  const ending = new AbortController();
  const seen = watchAnswers(limits, media.progress);
  let hasSent = false;
  try {
    const forward = await openLocalForward({
      host: hostOf(url),
      port: url.port === '' ? DEFAULT_PORT : Number(url.port),
      networks: { allows: (candidate) => isCameraAddress(candidate, networks) },
      resolve,
      timeoutMs: limits.answerMs,
      signal: media.signal,
      inspect: seen.inspect,
      onEnd: (error) => ending.abort(error),
    });
    try {
      await runFfmpeg({
        program,
        url: urlFor(url, address, forward.port),
        segmentBytes: limits.segmentBytes,
        signal: AbortSignal.any([segments.signal, ending.signal]),
        onSegment(segment) {
          hasSent = true;
          segments.progress();
          seen.segmentEnded();
          sink.segment(segment);
        },
      });
    } finally {
      forward.close();
    }
    if (media.hasExpired || segments.hasExpired)
      throw cameraError('timeout', 'The camera stopped sending its stream.');
    throw seen.problem(ending.signal.reason, hasSent);
  } catch (error) {
    throw error instanceof DeviceNetworkError ? connectionError(error) : error;
  } finally {
    media.stop();
    segments.stop();
  }
}

/** What the camera's answers say of it, and how much it has sent since the last segment. */
function watchAnswers({ segmentBytes }: CameraLimits, onProgress: () => void) {
  let lastStatus = 200;
  let bytes = 0;
  const reader = createRtspReader({
    onAnswer({ status, body }) {
      lastStatus = status;
      if (status >= 300 && status < 400)
        throw cameraError('refused', 'The camera leads to another address, which is not followed for RTSP.', {
          retryable: false,
        });
      if (!/^v=0/.test(body)) return;
      const encoding = videoEncoding(body);
      if (encoding === null)
        throw cameraError('malformed', 'The camera sends no video.', { retryable: false });
      if (encoding !== 'H264') throw wrongEncoding(encoding);
    },
    onMedia(size) {
      onProgress();
      bytes += size;
      if (bytes > segmentBytes)
        throw cameraError('malformed', 'The camera sends too much between two key frames.');
    },
  });
  return {
    inspect: (chunk: Buffer) => reader.push(chunk),
    segmentEnded() {
      bytes = 0;
    },
    /** Why it ended. `thrown`: by `inspect`. */
    problem(thrown: unknown, hasSent: boolean): Error {
      if (thrown instanceof RtspError)
        return cameraError('malformed', 'The camera does not answer as an RTSP camera does.');
      if (thrown instanceof Error && thrown.name === 'AdapterError') return thrown;
      if (lastStatus === 401 || lastStatus === 403)
        return cameraError('auth', 'The camera refuses its user name or password.', { status: lastStatus });
      if (lastStatus >= 400)
        return cameraError('upstream', `The camera answers with an error (${lastStatus}).`, {
          status: lastStatus,
          retryable: lastStatus >= 500,
        });
      return hasSent
        ? cameraError('upstream', 'The camera ended its stream.')
        : cameraError('upstream', 'The camera sends no stream that can be shown.');
    },
  };
}

function wrongEncoding(encoding: string) {
  const name =
    encoding === 'H265' ? 'H.265' : /^[A-Z0-9-]{1,16}$/.test(encoding) ? encoding : 'another coding';
  return cameraError('malformed', `The camera sends ${name}, and only H.264 is shown: set it to H.264.`, {
    retryable: false,
  });
}

/** An IPv6 address without brackets; the odd spellings of numbers as what they mean. */
function hostOf({ hostname }: URL): string {
  return URL.parse(`http://${hostname}/`)?.hostname ?? hostname;
}

/** The camera's path at the port that leads to it. */
function urlFor({ pathname, search }: URL, { username, password }: CameraAddress, port: number): string {
  const user =
    username === '' && password === ''
      ? ''
      : `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`;
  return `rtsp://${user}127.0.0.1:${port}${pathname}${search}`;
}

function connectionError({ because, message }: DeviceNetworkError) {
  if (because === 'not-allowed')
    return cameraError(
      'refused',
      'The camera leads to a private address, which this installation does not allow.',
      {
        retryable: false,
      },
    );
  if (because === 'timeout') return cameraError('timeout', 'The camera did not answer in time.');
  const [, code = 'no connection'] = /\((\w+)\)/.exec(message) ?? [];
  return cameraError('refused', `The camera cannot be reached (${code}).`);
}
