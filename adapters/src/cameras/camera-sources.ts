import type { DeviceNetworks } from '../device-socket/device-networks.ts';
import { openStreamClient, type StreamClientOptions } from '../http-client/index.ts';
import { addressProblem } from './camera-address.ts';
import { openCameraHttp } from './camera-http.ts';
import { type CameraLimits, defaultLimits } from './camera-limits.ts';
import { cutStill } from './ffmpeg/ffmpeg-still.ts';
import { findProgram } from './ffmpeg/find-program.ts';
import { createHlsSource } from './hls-source.ts';
import { createJpegSource } from './jpeg-source.ts';
import { createMjpegSource } from './mjpeg-source.ts';
import type { CameraAddress, CameraSource, CameraSources } from './port.ts';
import { createRtspSource } from './rtsp-source.ts';
import { type CameraSimulation, createSimulatedCameras } from './simulated-source.ts';
import { unusableSource } from './unusable-source.ts';

export interface CameraSourcesOptions {
  /** Private addresses that cameras may have; public ones always count. */
  readonly networks: DeviceNetworks;
  /**
   * The program for RTSP: a path, or a command of /usr/local/bin, /usr/bin or /bin. Null: this installation has none.
   * Nothing is looked for beyond it, so that the setting alone decides.
   */
  readonly ffmpeg: string | null;
  /** Null: there are no simulated cameras. */
  readonly simulation: CameraSimulation | null;
  readonly http?: Pick<StreamClientOptions, 'proxy' | 'resolve'> & { readonly userAgent?: string };
  /** For tests. */
  readonly limits?: Partial<CameraLimits>;
}

const WITHOUT_FFMPEG =
  'Cameras with RTSP need ffmpeg, which this installation does not have: install it, or set ALLCLEAR_FFMPEG to its path.';
const WITHOUT_SIMULATION = 'Simulated cameras need simulated weather.';

/** Live cameras of every kind. See `CameraSource` for what they promise; closing ends what still runs. */
export function openCameraSources(options: CameraSourcesOptions): CameraSources {
  const { networks, simulation, http = {} } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const { userAgent = 'Allclear cameras', ...connection } = http;
  const client = openStreamClient({
    ...connection,
    userAgent,
    isDeviceAddress: (address) => networks.allows(address),
  });
  const program = options.ffmpeg === null ? null : findProgram(options.ffmpeg);
  const simulated = simulation === null ? null : createSimulatedCameras(simulation, { program, limits });

  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  /** Ends its runs when the sources are closed. */
  function untilClosed(source: CameraSource): CameraSource {
    return {
      ...source,
      run(sink, signal) {
        const run = source.run(sink, AbortSignal.any([signal, closing.signal]));
        const ended = run.then(
          () => {},
          () => {},
        );
        running.add(ended);
        void ended.then(() => running.delete(ended));
        return run;
      },
    };
  }

  function sourceOf(address: CameraAddress): CameraSource {
    const problem = addressProblem(address, networks);
    if (problem !== null) return unusableSource(address, problem);
    const camera = () => openCameraHttp(client, address, limits);
    switch (address.kind) {
      case 'jpeg':
        return createJpegSource(address.url, camera, limits);
      case 'mjpeg':
        return createMjpegSource(address.url, camera, limits);
      case 'hls':
        return createHlsSource(address.url, camera, limits);
      case 'rtsp':
        return program === null
          ? unusableSource(address, WITHOUT_FFMPEG)
          : createRtspSource(address, { program, networks, resolve: connection.resolve, limits });
      case 'simulated':
        return simulated?.source(address) ?? unusableSource(address, WITHOUT_SIMULATION);
    }
  }

  return {
    source: (address) => untilClosed(sourceOf(address)),
    ...(program === null
      ? {}
      : {
          still: (segment, { maxBytes, signal }) =>
            cutStill(program, segment, { maxBytes, signal: AbortSignal.any([signal, closing.signal]) }),
        }),
    close: async () => {
      closing.abort();
      await Promise.all(running);
      await Promise.all([client.close(), simulated?.close()]);
    },
  };
}
