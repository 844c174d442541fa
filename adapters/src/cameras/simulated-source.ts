import { createFilmThread } from '../simulated/camera/film-thread.ts';
import type { FilmJob } from '../simulated/camera/film-worker.ts';
import type { SimulationOptions } from '../simulated/world/world.ts';
import { cameraError, untilAborted } from './camera-error.ts';
import type { CameraLimits } from './camera-limits.ts';
import type { CameraAddress, CameraSink, CameraSource, SimulatedCameraPlace } from './port.ts';
import { createEncoderCheck } from './simulators/find-encoder.ts';
import { openHlsCamera } from './simulators/hls-camera.ts';
import { openJpegCamera, openMjpegCamera } from './simulators/picture-cameras.ts';
import { type CameraFilm, type SimulatedProtocol, simulatedProtocols } from './simulators/port.ts';
import { openRtspCamera } from './simulators/rtsp-camera.ts';
import { runFilm } from './simulators/run-film.ts';
import { openSimulatedStream } from './simulators/simulated-stream.ts';
import { unusableSource } from './unusable-source.ts';

/** The simulated weather that simulated cameras show. */
export interface CameraSimulation {
  readonly options: SimulationOptions;
  /** The instant of the simulated weather, epoch ms. */
  readonly now: () => number;
  /** What a camera without a place of its own looks at. */
  readonly place: SimulatedCameraPlace;
}

export interface SimulatedCameras {
  source(address: CameraAddress): CameraSource;
  close(): Promise<void>;
}

const simulators = {
  jpeg: openJpegCamera,
  mjpeg: openMjpegCamera,
  hls: openHlsCamera,
  rtsp: openRtspCamera,
} as const;

/**
 * Two to three pictures a second, each of which says that it is simulated, drawn by one thread for all cameras. A camera
 * with a protocol (its address) really speaks it: a server on this machine, for as long as somebody watches, that is read as
 * any other camera. The thread ends with the last camera.
 *
 * `program` is the path of ffmpeg, null without one.
 */
export function createSimulatedCameras(
  { options, now, place }: CameraSimulation,
  { program, limits }: { program: string | null; limits: CameraLimits },
): SimulatedCameras {
  const thread = createFilmThread();
  const encoder = createEncoderCheck(program);
  let running = 0;

  function filmAt(camera: SimulatedCameraPlace): CameraFilm {
    const draw = (coding: FilmJob['coding']) =>
      thread.frame({
        options: { ...options, events: [...(options.events ?? [])] },
        ...{ place: camera, at: now(), coding },
      });
    return { jpeg: () => draw('jpeg'), rgb: () => draw('rgb') };
  }

  /** Runs a camera while the thread is kept. */
  function sourceOf(
    sends: CameraSource['sends'],
    problem: string | null,
    work: (sink: CameraSink, signal: AbortSignal) => Promise<void>,
  ): CameraSource {
    return {
      sends,
      problem,
      run: (sink, signal) =>
        untilAborted(signal, async () => {
          running += 1;
          try {
            await work(sink, signal);
          } finally {
            running -= 1;
            if (running === 0) await thread.close();
          }
        }),
    };
  }

  function stream(protocol: SimulatedProtocol, film: CameraFilm): CameraSource {
    const isEncoded = protocol === 'hls' || protocol === 'rtsp';
    const problem = isEncoded ? encoder.problem : null;
    return sourceOf(isEncoded ? 'segments' : 'pictures', problem, async (sink, signal) => {
      const found = isEncoded ? await encoder.find() : { program: '' };
      if ('problem' in found) throw cameraError('refused', found.problem, { retryable: false });
      const open = simulators[protocol];
      await openSimulatedStream(protocol, { open, film, program: found.program, limits, sink, signal });
    });
  }

  return {
    source(address) {
      const film = filmAt(address.place ?? place);
      if (address.url === '')
        return sourceOf('pictures', null, (sink, signal) =>
          runFilm(signal, film.jpeg, (jpeg) => sink.picture(jpeg)),
        );
      const protocol = simulatedProtocols.find((one) => one === address.url);
      return protocol === undefined
        ? unusableSource(address, 'There are no simulated cameras with this protocol.')
        : stream(protocol, film);
    },
    close: () => thread.close(),
  };
}
