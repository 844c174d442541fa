import { cameraError } from './camera-error.ts';
import type { CameraAddress, CameraSource } from './port.ts';

/** A camera that cannot be opened on this installation; running it fails with the same sentence. */
export function unusableSource({ kind }: Pick<CameraAddress, 'kind'>, problem: string): CameraSource {
  return {
    sends: kind === 'hls' || kind === 'rtsp' ? 'segments' : 'pictures',
    problem,
    run: async () => {
      throw cameraError('refused', problem, { retryable: false });
    },
  };
}
