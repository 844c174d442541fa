import { encodeFilm } from './encode-film.ts';
import { type AccessUnit, createH264Reader, isKeyPicture } from './h264-reader.ts';
import { secretPath } from './loopback-server.ts';
import type { CameraSimulator, SimulatorOptions } from './port.ts';
import { openRtspServer, type SendPicture } from './rtsp-server.ts';
import { startSending } from './start-sending.ts';

/** A camera with RTSP over TCP. One encoder works for all clients; each begins with a key frame. */
export async function openRtspCamera({
  film,
  program,
  signal,
  onFailure,
}: SimulatorOptions): Promise<CameraSimulator> {
  const path = secretPath();
  const clients = new Set<(unit: AccessUnit, seconds: number) => void>();
  const server = await openRtspServer({
    refuse: ({ uri }) => (isBelow(uri, path) ? null : { status: '404 Not Found' }),
    play(send) {
      const client = fromKeyPicture(send);
      clients.add(client);
      return () => clients.delete(client);
    },
  });
  const sending = startSending({ signal, onFailure }, (isOver, started) => {
    const begun = performance.now();
    const reader = createH264Reader((unit) => {
      const seconds = (performance.now() - begun) / 1_000;
      for (const client of clients) client(unit, seconds);
      started();
    });
    const onBytes = (chunk: Buffer) => reader.push(chunk);
    return encodeFilm({ program, container: 'h264', draw: film.rgb, signal: isOver, onBytes });
  });
  await sending.started;
  return {
    url: `rtsp://127.0.0.1:${server.port}${path}`,
    close: async () => {
      await Promise.all([sending.end(), server.close()]);
    },
  };
}

/** `*` asks what the server can do. */
export function isBelow(uri: string, path: string): boolean {
  const pathname = URL.parse(uri)?.pathname ?? '';
  return uri === '*' || pathname === path || pathname.startsWith(`${path}/`);
}

/** A client that lost a picture goes on with the next key frame, too. */
function fromKeyPicture(send: SendPicture): (unit: AccessUnit, seconds: number) => void {
  let isWaiting = true;
  return (unit, seconds) => {
    if (isWaiting && !isKeyPicture(unit)) return;
    isWaiting = !send(unit, seconds);
  };
}
