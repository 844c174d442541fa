import { createServer } from 'node:net';
import { readDeviceNetworks } from '../device-socket/device-networks.ts';
import type { CameraLimits } from './camera-limits.ts';
import { openCameraSources } from './camera-sources.ts';
import type { CameraAddress, CameraSegment, CameraSink } from './port.ts';

type Options = Parameters<typeof openCameraSources>[0];

/** For tests: sources with short limits that may reach this machine, unless `networks` says otherwise. */
export function openTestSources({
  networks = '127.0.0.1',
  limits = {},
  ...options
}: { networks?: string; limits?: Partial<CameraLimits> } & Partial<
  Omit<Options, 'networks' | 'limits'>
> = {}) {
  const read = readDeviceNetworks(networks);
  if ('problem' in read) throw new Error(read.problem);
  return openCameraSources({
    networks: read.networks,
    ffmpeg: null,
    simulation: null,
    limits: { pollMs: 20, answerMs: 2_000, stallMs: 1_500, ...limits },
    ...options,
  });
}

export function addressOf(
  kind: CameraAddress['kind'],
  url: string,
  credentials: Partial<Pick<CameraAddress, 'username' | 'password'>> = {},
): CameraAddress {
  return { kind, url, username: '', password: '', ...credentials };
}

/** A sink that copies what it gets, and ends the run after so many. */
export function collect(until: number) {
  const pictures: Buffer[] = [];
  const segments: CameraSegment[] = [];
  const ended = new AbortController();
  const check = () => {
    if (pictures.length + segments.length >= until) ended.abort();
  };
  const sink: CameraSink = {
    picture(jpeg) {
      pictures.push(Buffer.from(jpeg));
      check();
    },
    segment(segment) {
      segments.push(segment);
      check();
    },
  };
  return { sink, pictures, segments, signal: ended.signal, abort: () => ended.abort() };
}

/** A port of this machine on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 1;
}
