import { cameraError, untilAborted } from './camera-error.ts';
import type { CameraHttp } from './camera-http.ts';
import type { CameraLimits } from './camera-limits.ts';
import { isJpeg } from './jpeg.ts';
import { createMultipartReader, MultipartError, readBoundary } from './multipart-reader.ts';
import type { CameraSource } from './port.ts';
import { startWatchdog } from './watchdog.ts';

/** So many parts in a row that are no JPEG end the stream. */
const MAX_BAD_PARTS = 10;

/**
 * A stream of JPEGs in one answer. Bytes are read as fast as the sink takes pictures: what it does not take waits at the
 * camera. It ends when no whole picture has come for `stallMs`, whatever else comes.
 */
export function createMjpegSource(
  url: string,
  openHttp: () => CameraHttp,
  limits: CameraLimits,
): CameraSource {
  return {
    sends: 'pictures',
    problem: null,
    run: (sink, signal) =>
      untilAborted(signal, async () => {
        const watchdog = startWatchdog(limits.stallMs, signal);
        try {
          const response = await openHttp().open(url, watchdog.signal);
          try {
            let badParts = 0;
            const reader = createMultipartReader(
              boundaryOf(response.headers),
              limits.pictureBytes,
              (part) => {
                if (signal.aborted) return;
                if (isJpeg(part)) {
                  badParts = 0;
                  watchdog.progress();
                  sink.picture(part);
                } else if (++badParts === MAX_BAD_PARTS)
                  throw cameraError('malformed', 'The camera sends parts that are not JPEGs.');
              },
            );
            for await (const chunk of response.body) {
              reader.push(chunk);
              if (signal.aborted) return;
            }
          } finally {
            response.close();
          }
          throw cameraError('upstream', 'The camera ended its stream.');
        } catch (error) {
          if (watchdog.hasExpired) throw cameraError('timeout', 'The camera stopped sending pictures.');
          if (error instanceof MultipartError) throw unreadable(error, limits);
          throw error;
        } finally {
          watchdog.stop();
        }
      }),
  };
}

function boundaryOf(headers: Readonly<Record<string, string>>): string {
  const type = headers['content-type'] ?? '';
  if (/^image\/jpe?g/i.test(type))
    throw cameraError('malformed', 'The camera sends one picture: choose JPEG for it.');
  const boundary = /^multipart\//i.test(type) ? readBoundary(type) : null;
  if (boundary === null) throw cameraError('malformed', 'The camera does not send an MJPEG stream.');
  return boundary;
}

function unreadable({ message }: MultipartError, { pictureBytes }: CameraLimits) {
  const limit = `${Math.round(pictureBytes / 1024)} KiB`;
  const problem =
    message === 'too large'
      ? `The camera sends a picture of more than ${limit}.`
      : message === 'no boundary'
        ? `The camera sends more than ${limit} without the boundary that ends a picture.`
        : 'The stream of the camera cannot be read.';
  return cameraError('malformed', problem, { retryable: false });
}
