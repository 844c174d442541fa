import type { ServerResponse } from 'node:http';
import { openFileServer } from './loopback-server.ts';
import type { CameraSimulator, SimulatorOptions } from './port.ts';
import { runFilm } from './run-film.ts';

const BOUNDARY = 'simulated-frame';

/** A camera that draws a JPEG for each request. */
export async function openJpegCamera({
  film,
  onFailure,
}: Pick<SimulatorOptions, 'film' | 'onFailure'>): Promise<CameraSimulator> {
  // The first one starts the thread that draws, for which a source does not wait.
  await film.jpeg();
  const server = await openFileServer((file, response) => {
    if (file !== 'snapshot.jpg') return false;
    film.jpeg().then(
      (jpeg) => response.setHeader('content-type', 'image/jpeg').end(jpeg),
      (error: unknown) => {
        response.destroy();
        onFailure(error);
      },
    );
    return true;
  });
  return { url: server.urlOf('snapshot.jpg'), close: server.close };
}

/** A camera that answers with JPEGs without end (`multipart/x-mixed-replace`). */
export async function openMjpegCamera({
  film,
  signal,
  onFailure,
}: Pick<SimulatorOptions, 'film' | 'signal' | 'onFailure'>): Promise<CameraSimulator> {
  await film.jpeg();
  const server = await openFileServer((file, response) => {
    if (file !== 'video.mjpg') return false;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    response.writeHead(200, { 'content-type': `multipart/x-mixed-replace; boundary=${BOUNDARY}` });
    const isOver = AbortSignal.any([signal, gone.signal]);
    runFilm(isOver, film.jpeg, (jpeg) => sendPart(response, jpeg)).catch(onFailure);
    return true;
  });
  return { url: server.urlOf('video.mjpg'), close: server.close };
}

/** A reader that is behind loses pictures. */
function sendPart(response: ServerResponse, jpeg: Uint8Array): void {
  if (response.writableNeedDrain) return;
  const head = `--${BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`;
  response.write(Buffer.concat([Buffer.from(head, 'latin1'), jpeg, Buffer.from('\r\n', 'latin1')]));
}
