import { encodeFilm } from './encode-film.ts';
import { openFileServer } from './loopback-server.ts';
import type { CameraSimulator, SimulatorOptions } from './port.ts';
import { startSending } from './start-sending.ts';
import { createTransportStreamCutter } from './transport-stream-cutter.ts';

/** Segments that the playlist offers. */
const WINDOW = 5;

interface Segment {
  readonly number: number;
  readonly seconds: number;
  readonly bytes: Buffer;
}

/** A camera with a live playlist (RFC 8216) whose segments begin with a key frame each. */
export async function openHlsCamera({
  film,
  program,
  signal,
  onFailure,
}: SimulatorOptions): Promise<CameraSimulator> {
  let segments: readonly Segment[] = [];
  const server = await openFileServer((file, response) => {
    if (file === 'index.m3u8') {
      response.setHeader('content-type', 'application/vnd.apple.mpegurl').end(playlistOf(segments));
      return true;
    }
    const segment = segments.find(({ number }) => file === `${number}.ts`);
    if (segment) response.setHeader('content-type', 'video/mp2t').end(segment.bytes);
    return segment !== undefined;
  });
  const sending = startSending({ signal, onFailure }, (isOver, started) => {
    let begun = performance.now();
    const cutter = createTransportStreamCutter((bytes) => {
      const [ended, number] = [performance.now(), (segments.at(-1)?.number ?? -1) + 1];
      segments = [...segments, { number, seconds: (ended - begun) / 1_000, bytes }].slice(-WINDOW);
      begun = ended;
      started();
    });
    const onBytes = (chunk: Buffer) => cutter.push(chunk);
    return encodeFilm({ program, container: 'mpegts', draw: film.rgb, signal: isOver, onBytes });
  });
  await sending.started;
  return {
    url: server.urlOf('index.m3u8'),
    close: async () => {
      await Promise.all([sending.end(), server.close()]);
    },
  };
}

function playlistOf(segments: readonly Segment[]): string {
  const longest = Math.max(1, ...segments.map(({ seconds }) => Math.ceil(seconds)));
  return [
    ...['#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${longest}`],
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.number ?? 0}`,
    ...segments.flatMap(({ number, seconds }) => [`#EXTINF:${seconds.toFixed(3)},`, `${number}.ts`]),
    '',
  ].join('\n');
}
