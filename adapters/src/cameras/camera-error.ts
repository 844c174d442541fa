import { AdapterError } from '../adapter-error.ts';

export const CAMERA = 'camera';

/** An error of a camera. `problem` is a sentence that names neither its address nor its credentials. */
export function cameraError(
  kind: AdapterError['kind'],
  problem: string,
  options: { retryable?: boolean; status?: number } = {},
): AdapterError {
  return new AdapterError(CAMERA, kind, problem, options);
}

/**
 * Runs the work of a camera until the signal aborts: then it resolves, whatever the work says of that. Another error
 * than an AdapterError becomes one without its text, which may name the address.
 */
export async function untilAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (signal.aborted) return;
  try {
    await work();
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof AdapterError) throw error;
    throw cameraError('upstream', 'The camera failed in a way that was not expected.');
  }
}
