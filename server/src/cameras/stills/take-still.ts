import { AdapterError, type CameraSegment, type CameraSources, isJpeg } from '@allclear/adapters';
import { type StillFault, stillMaxBytes } from '@allclear/domain';
import { addressOf, type CameraContext, keyOfFeed } from '../camera-context.ts';
import type { StoredCamera } from '../cameras.store.ts';
import type { CameraFeed, FeedViewer } from '../stream/feed.ts';
import type { CameraHub } from '../stream/hub.ts';

/** A picture of a camera, and when it was taken: wall time, epoch ms. */
export interface TakenStill {
  readonly jpeg: Uint8Array;
  readonly takenAt: number;
}

/** No still could be taken, for a reason that has words of its own. */
export class StillFailure extends Error {
  readonly fault: StillFault;

  constructor(fault: StillFault, options?: ErrorOptions) {
    super(`no still: ${fault}`, options);
    this.fault = fault;
  }
}

export interface StillContext extends Pick<CameraContext, 'secrets' | 'wallNow'> {
  readonly sources: CameraSources;
  readonly hub: CameraHub;
}

/** What somebody watches may have come a moment ago: then the camera is not waited for, ms. */
const freshMs = (sends: CameraFeed['sends']) => (sends === 'pictures' ? 2_000 : 10_000);

/**
 * Takes a picture of a camera: of the feed that is open already, or of one that is opened until its first picture. Throws
 * a `StillFailure`, and when the signal aborts.
 */
export async function takeStill(
  context: StillContext,
  camera: StoredCamera,
  signal: AbortSignal,
): Promise<TakenStill> {
  const { sources, hub } = context;
  const isVideo = camera.kind === 'hls' || camera.kind === 'rtsp';
  if (isVideo && !sources.still) throw new StillFailure('no-stills');
  const source = sources.source(addressOf(context, camera));
  if (source.problem !== null) throw new StillFailure('unreachable');
  try {
    const newest = await newestOf(hub, keyOfFeed(camera), () => source, context.wallNow, signal);
    const taken = 'segment' in newest ? await cut(sources, newest, signal) : newest;
    if (taken.jpeg.byteLength > stillMaxBytes) throw new StillFailure('too-large');
    if (!isJpeg(taken.jpeg)) throw new StillFailure('unreadable');
    return taken;
  } catch (error) {
    if (error instanceof StillFailure) throw error;
    throw new StillFailure(faultOf(error), { cause: error });
  }
}

type Newest = TakenStill | { readonly segment: CameraSegment; readonly takenAt: number };

/** The newest of a feed, or the next; the feed is left then, and closes unless somebody watches it. */
async function newestOf(
  hub: CameraHub,
  key: string,
  source: Parameters<CameraHub['watch']>[1],
  wallNow: () => number,
  signal: AbortSignal,
): Promise<Newest> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const viewer: FeedViewer = {
    started: () => {},
    picture: () => resolve(),
    segment: () => resolve(),
    failed: (error) => reject(error ?? new StillFailure('silent')),
    reportsFailures: true,
  };
  // It may fail before it is awaited.
  promise.catch(() => {});
  const abort = () => reject(new StillFailure('silent'));
  signal.addEventListener('abort', abort, { once: true });
  const feed = hub.watch(key, source, viewer);
  try {
    if (signal.aborted) abort();
    const known = newest(feed);
    if (known && wallNow() - feed.newestAt <= freshMs(feed.sends)) return known;
    await promise;
    const next = newest(feed);
    if (!next) throw new StillFailure('silent');
    return next;
  } finally {
    signal.removeEventListener('abort', abort);
    hub.leave(key, feed, viewer, 0);
  }
}

function newest(feed: CameraFeed): Newest | null {
  if (feed.sends === 'pictures') return feed.jpeg && { jpeg: feed.jpeg, takenAt: feed.newestAt };
  const segment = feed.segments.at(-1);
  // Its first picture is as old as the segment is long.
  return segment ? { segment, takenAt: Math.round(feed.newestAt - segment.durationSeconds * 1_000) } : null;
}

async function cut(
  sources: CameraSources,
  { segment, takenAt }: Extract<Newest, { segment: CameraSegment }>,
  signal: AbortSignal,
): Promise<TakenStill> {
  if (!sources.still) throw new StillFailure('no-stills');
  return { jpeg: await sources.still(segment, { maxBytes: stillMaxBytes, signal }), takenAt };
}

/** What an adapter says may name an address, and is for the log alone. */
function faultOf(error: unknown): StillFault {
  if (!(error instanceof AdapterError)) return 'failed';
  switch (error.kind) {
    case 'timeout':
      return 'silent';
    case 'refused':
      return 'unreachable';
    case 'auth':
      return 'refused';
    case 'malformed':
      return 'unreadable';
    case 'upstream':
      return 'failed';
  }
}
