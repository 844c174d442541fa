import { openStreamClient, type StreamClient } from '../../http-client/index.ts';
import { cameraError } from '../camera-error.ts';
import { openCameraHttp } from '../camera-http.ts';
import type { CameraLimits } from '../camera-limits.ts';
import { createHlsSource } from '../hls-source.ts';
import { createJpegSource } from '../jpeg-source.ts';
import { createMjpegSource } from '../mjpeg-source.ts';
import type { CameraAddress, CameraSink, CameraSource } from '../port.ts';
import { createRtspSource } from '../rtsp-source.ts';
import type { CameraFilm, CameraSimulator, SimulatedProtocol, SimulatorOptions } from './port.ts';

export interface SimulatedStream {
  readonly open: (options: SimulatorOptions) => Promise<CameraSimulator>;
  readonly film: CameraFilm;
  readonly program: string;
  readonly limits: CameraLimits;
  readonly sink: CameraSink;
  readonly signal: AbortSignal;
}

const LOOPBACK = '127.0.0.1';
const readers = { jpeg: createJpegSource, mjpeg: createMjpegSource, hls: createHlsSource } as const;

/**
 * Opens a simulated camera and reads it as a camera of its protocol is read, until the signal aborts: then it resolves, and
 * neither is left. Rejects with why the camera could not go on, else with what its reader says.
 */
export async function openSimulatedStream(
  protocol: SimulatedProtocol,
  stream: SimulatedStream,
): Promise<void> {
  const { open, film, program, sink, signal } = stream;
  const failed = new AbortController();
  const isOver = AbortSignal.any([signal, failed.signal]);
  const onFailure = (error: unknown) => failed.abort(error);
  const camera = await open({ film, program, signal: isOver, onFailure });
  try {
    if (!isOver.aborted) await read(protocol, camera.url, stream, (source) => source.run(sink, isOver));
  } catch (error) {
    if (!failed.signal.aborted) throw error;
  } finally {
    await camera.close();
  }
  if (failed.signal.aborted) throw failed.signal.reason;
}

async function read(
  protocol: SimulatedProtocol,
  url: string,
  { program, limits }: SimulatedStream,
  run: (source: CameraSource) => Promise<void>,
): Promise<void> {
  const address: CameraAddress = { kind: protocol, url, username: '', password: '' };
  if (protocol === 'rtsp') {
    const networks = { allows: (candidate: string) => candidate === LOOPBACK };
    return run(createRtspSource(address, { program, networks, limits }));
  }
  const client = openClientOf(new URL(url).origin);
  try {
    await run(readers[protocol](url, () => openCameraHttp(client, address, limits), limits));
  } finally {
    await client.close();
  }
}

/** A client of its own, so that no address of a real camera gets to this machine: it reaches one origin and no other. */
function openClientOf(origin: string): StreamClient {
  const client = openStreamClient({
    userAgent: 'Allclear cameras',
    isDeviceAddress: (address) => address === LOOPBACK,
  });
  return {
    ...client,
    async open(request) {
      if (new URL(request.url).origin === origin) return client.open(request);
      throw cameraError('refused', 'The camera leads to another address.', { retryable: false });
    },
  };
}
