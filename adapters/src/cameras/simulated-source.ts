import { setTimeout as sleep } from 'node:timers/promises';
import { createFilmThread } from '../simulated/camera/film-thread.ts';
import type { SimulationOptions } from '../simulated/world/world.ts';
import { untilAborted } from './camera-error.ts';
import type { CameraAddress, CameraSource, SimulatedCameraPlace } from './port.ts';

/** Between two pictures, real ms. */
const FRAME_MS = 400;

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

/**
 * Two to three pictures a second, each of which says that it is simulated, drawn by one thread for all cameras. The
 * thread ends with the last camera.
 */
export function createSimulatedCameras({ options, now, place }: CameraSimulation): SimulatedCameras {
  const thread = createFilmThread();
  let running = 0;
  return {
    source: (address) => ({
      sends: 'pictures',
      problem: null,
      run: (sink, signal) =>
        untilAborted(signal, async () => {
          running += 1;
          try {
            while (!signal.aborted) {
              const pause = sleep(FRAME_MS, undefined, { signal });
              // Awaited only after the picture; an abort meanwhile must not be unhandled.
              pause.catch(() => {});
              const at = now();
              const jpeg = await thread.frame({
                options: { ...options, events: [...(options.events ?? [])] },
                place: address.place ?? place,
                at,
              });
              if (signal.aborted) return;
              sink.picture(jpeg);
              await pause;
            }
          } finally {
            running -= 1;
            if (running === 0) await thread.close();
          }
        }),
    }),
    close: () => thread.close(),
  };
}
