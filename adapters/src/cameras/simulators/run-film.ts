import { setTimeout as sleep } from 'node:timers/promises';

/** Between two pictures, real ms. */
export const FRAME_MS = 400;

/** Draws two to three pictures a second and shows each, until the signal aborts: then it resolves. */
export async function runFilm(
  signal: AbortSignal,
  draw: () => Promise<Uint8Array>,
  show: (frame: Uint8Array) => void | Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const pause = sleep(FRAME_MS, undefined, { signal });
    // Awaited only after the picture; an abort meanwhile must not be unhandled.
    pause.catch(() => {});
    try {
      const frame = await draw();
      if (signal.aborted) return;
      await show(frame);
      await pause;
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
  }
}
