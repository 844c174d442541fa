import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { granuleFileName, hourPrefix } from '@allclear/adapters/feeds/lightning/granule-name.ts';
import { writeGranule } from '@allclear/adapters/feeds/lightning/write-granule.ts';
import { satelliteCertificate, satelliteKey } from './satellite-certificate.ts';

/** How the bucket of the satellite behaves. */
export const satelliteModes = [
  'good',
  /** Takes every request and never answers. */
  'hangs',
  /** Granules with the content of another window, cut, with a page in them, or named into the future. */
  'lies',
  /** Lists what it listed when this began, each granule made anew by the minute. */
  'repeats',
  /** Lists what it had ten minutes ago, then half of that, then all. */
  'backwards',
] as const;
export type SatelliteMode = (typeof satelliteModes)[number];

export interface TrueFlash {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** A window whose content was sent as it was, and when that began; epoch ms. */
export interface SentWindow {
  readonly from: number;
  readonly to: number;
  readonly sentAt: number;
}

export interface Satellite {
  /** What a server needs in its environment to read this satellite in the place of GOES-East. */
  readonly env: Readonly<Record<string, string>>;
  /** What it really sees; flashes may be added. */
  readonly flashes: TrueFlash[];
  readonly sent: readonly SentWindow[];
  readonly mode: SatelliteMode;
  setMode(mode: SatelliteMode): void;
  close(): Promise<void>;
}

const windowMs = 20_000;
/** A granule is available this long after the end of its window. */
const lagMs = 2_000;
const hourMs = 3_600_000;
const bucket = 'noaa-goes19.s3.amazonaws.com';

interface Made {
  readonly name: string;
  readonly from: number;
  readonly bytes: Uint8Array;
}

/**
 * NOAA's bucket of one lightning mapper, behind a proxy that answers for its host alone and refuses all others: a
 * server reads it as it reads the real one, with `--weather live`. `wallNow` is epoch ms, `certificateFile` where the
 * certificate of it is stored.
 */
export async function startSatellite({
  wallNow,
  random,
  certificateFile,
}: {
  wallNow: () => number;
  random: () => number;
  certificateFile: string;
}): Promise<Satellite> {
  const flashes: TrueFlash[] = [];
  const sent: SentWindow[] = [];
  const made = new Map<number, Promise<Made>>();
  let mode: SatelliteMode = 'good';
  let since = 0;

  const granule = (from: number): Promise<Made> => {
    const known = made.get(from);
    if (known) return known;
    const making = makeGranule(
      from,
      flashes.filter(({ at }) => at >= from && at < from + windowMs),
    );
    made.set(from, making);
    return making;
  };

  /** The windows that the listing of an hour has now. */
  const windowsOf = (hour: number): number[] => {
    let until = wallNow() - lagMs - windowMs;
    if (mode === 'repeats') until = since - lagMs - windowMs;
    if (mode === 'backwards') until -= [600_000, 300_000, 0][Math.floor(wallNow() / 10_000) % 3] ?? 0;
    const first = Math.ceil(hour / windowMs) * windowMs;
    const count = Math.max(0, Math.floor((Math.min(until, hour + hourMs - 1) - first) / windowMs) + 1);
    return Array.from({ length: count }, (_, index) => first + index * windowMs);
  };

  async function list(prefix: string, response: ServerResponse): Promise<void> {
    const now = wallNow();
    const hour = [0, 1, 2]
      .map((back) => Math.floor(now / hourMs - back) * hourMs)
      .find((at) => hourPrefix(at) === prefix);
    const windows = hour === undefined ? [] : windowsOf(hour);
    const granules = await Promise.all(windows.map(granule));
    const named = granules.map(({ name, from, bytes }) => ({
      name: mode === 'repeats' ? nameOf(from, Math.floor(now / 60_000) * 60_000) : name,
      size: bytes.length,
    }));
    if (mode === 'lies' && hour !== undefined && hour + hourMs > now)
      named.push({ name: nameOf(Math.floor(now / windowMs) * windowMs + 600_000, now), size: 1_000 });
    if (mode === 'backwards') named.reverse();
    const contents = named
      .map(({ name, size }) => `<Contents><Key>${prefix}${name}</Key><Size>${size}</Size></Contents>`)
      .join('');
    response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
  }

  async function send(name: string, response: ServerResponse): Promise<void> {
    const stamp = /_s\d{14}/.exec(name)?.[0];
    const all = await Promise.all(made.values());
    const found = all.find((one) => stamp !== undefined && one.name.includes(stamp));
    if (!found) return void response.writeHead(404).end();
    const isNew = found.from >= since - windowMs - lagMs;
    if (mode !== 'lies' || !isNew) {
      sent.push({ from: found.from, to: found.from + windowMs, sentAt: wallNow() });
      return void response.end(found.bytes);
    }
    const dice = random();
    // That of a quiet window before, as long as the one that was listed.
    if (dice < 0.34) response.end(padded(await makeGranule(found.from - 900_000, []), found.bytes.length));
    else if (dice < 0.67) response.end(found.bytes.subarray(0, Math.floor(found.bytes.length / 2)));
    else
      response.end(padded({ bytes: Buffer.from('<html><body>Sign in</body></html>') }, found.bytes.length));
  }

  const server = createSecureServer(
    { key: satelliteKey, cert: satelliteCertificate },
    (request, response) => {
      // It takes the request.
      if (mode === 'hangs') return;
      const { pathname, searchParams } = new URL(request.url ?? '/', `https://${bucket}`);
      const prefix = searchParams.get('prefix');
      const work = prefix === null ? send(pathname.slice(1), response) : list(prefix, response);
      work.catch(() => response.destroy());
    },
  );
  const sockets = new Set<Socket>();
  const proxy = createServer((_request: IncomingMessage, response) => response.writeHead(503).end());
  proxy.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {});
    if (request.url !== `${bucket}:443`) return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    server.emit('connection', socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    env: {
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      NODE_EXTRA_CA_CERTS: certificateFile,
      // What is on this machine is asked directly.
      NO_PROXY: '127.0.0.1,localhost',
      ALLCLEAR_GLM_SATELLITES: '19',
    },
    ...{ flashes, sent },
    get mode() {
      return mode;
    },
    setMode(next) {
      mode = next;
      since = wallNow();
      // What waits for an answer that does not come is cut off, as a restart of the source would.
      if (next === 'good') for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close();
        proxy.close(() => resolve());
      }),
  };
}

const nameOf = (from: number, created: number) =>
  granuleFileName({ platform: 'G19', start: from, end: from + windowMs, created });

async function makeGranule(from: number, flashes: readonly TrueFlash[]): Promise<Made> {
  const bytes = await writeGranule({
    base: new Date(from).toISOString().replace('T', ' ').replace('Z', ''),
    encoding: 'signed-2ms',
    flashes: flashes.map(({ at, latitude, longitude }, id) => ({
      id,
      latitude,
      longitude,
      offsetMs: at - from,
    })),
    groups: flashes.map(({ latitude, longitude }, parent) => ({ parent, latitude, longitude })),
  });
  return { name: nameOf(from, from + windowMs + lagMs), from, bytes };
}

function padded({ bytes }: Pick<Made, 'bytes'>, length: number): Uint8Array {
  const padded = new Uint8Array(length);
  padded.set(bytes.subarray(0, length));
  return padded;
}
