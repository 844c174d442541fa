import { setTimeout as sleep } from 'node:timers/promises';
import { AdapterError } from '../adapter-error.ts';
import { cameraError, untilAborted } from './camera-error.ts';
import { type CameraHttp, readWhole } from './camera-http.ts';
import type { CameraLimits } from './camera-limits.ts';
import { isJpeg } from './jpeg.ts';
import type { CameraSource } from './port.ts';
import { startWatchdog } from './watchdog.ts';

/** So many answers of an unchanged picture, and it is sent again: watchers see that the camera is there. */
const REPEAT_UNCHANGED = 5;

/**
 * A picture by URL, asked for about every second with the validators of the one before. The first error ends it; later
 * a camera that answers badly is asked again until it has sent nothing for `stallMs`.
 */
export function createJpegSource(
  url: string,
  openHttp: () => CameraHttp,
  limits: CameraLimits,
): CameraSource {
  return {
    sends: 'pictures',
    problem: null,
    run: (sink, signal) =>
      untilAborted(signal, async () => {
        const http = openHttp();
        const watchdog = startWatchdog(limits.stallMs, signal);
        let last: { jpeg: Buffer; validators: Record<string, string> } | null = null;
        let unchanged = 0;
        try {
          for (;;) {
            try {
              const next = await fetchPicture(http, url, watchdog.signal, last?.validators ?? {}, limits);
              watchdog.progress();
              unchanged = next === null ? unchanged + 1 : 0;
              last = next ?? last;
              if (last && unchanged % REPEAT_UNCHANGED === 0) sink.picture(last.jpeg);
            } catch (error) {
              if (watchdog.hasExpired) throw cameraError('timeout', 'The camera stopped sending pictures.');
              if (last === null || !(error instanceof AdapterError && error.retryable)) throw error;
            }
            await sleep(limits.pollMs, undefined, { signal });
          }
        } finally {
          watchdog.stop();
        }
      }),
  };
}

/** Null when the camera says that it is the one before. */
async function fetchPicture(
  http: CameraHttp,
  url: string,
  signal: AbortSignal,
  validators: Record<string, string>,
  { pictureBytes }: CameraLimits,
): Promise<{ jpeg: Buffer; validators: Record<string, string> } | null> {
  const response = await http.open(url, signal, validators);
  if (response.status === 304) {
    response.close();
    return null;
  }
  if (/^multipart\//i.test(response.headers['content-type'] ?? '')) {
    response.close();
    throw cameraError('malformed', 'The camera sends a stream: choose MJPEG for it.');
  }
  const jpeg = await readWhole(response, pictureBytes);
  if (!isJpeg(jpeg)) throw cameraError('malformed', 'The camera sends something that is not a whole JPEG.');
  const { etag, 'last-modified': lastModified } = response.headers;
  return {
    jpeg,
    validators: {
      ...(etag ? { 'if-none-match': etag } : {}),
      ...(lastModified ? { 'if-modified-since': lastModified } : {}),
    },
  };
}
