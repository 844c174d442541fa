import { setTimeout as sleep } from 'node:timers/promises';
import { AdapterError } from '../adapter-error.ts';
import { cameraError, untilAborted } from './camera-error.ts';
import type { CameraHttp } from './camera-http.ts';
import type { CameraLimits } from './camera-limits.ts';
import { chooseVariant, type HlsEntry, type HlsPlaylist, readHlsPlaylist } from './hls-playlist.ts';
import type { CameraSink, CameraSource } from './port.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

/** RFC 8216 section 6.3.3: a client begins this many segments before the end of a live playlist. */
const BEGIN_BEFORE_END = 3;
/** A playlist that ends so far before the segment that is due comes from a camera that began anew. */
const RESTARTED_BEFORE = 5;

type MediaPlaylist = Extract<HlsPlaylist, { kind: 'media' }>;

/**
 * An HLS stream: each segment is fetched once, whole, and one after the other, whoever watches. What its playlists name is
 * judged as the URL itself: other hosts must be public, and get no credentials. A segment that is gone is left out; the
 * run ends when no new one has come for `stallMs` and the longest duration of a segment.
 */
export function createHlsSource(url: string, openHttp: () => CameraHttp, limits: CameraLimits): CameraSource {
  return {
    sends: 'segments',
    problem: null,
    run: (sink, signal) =>
      untilAborted(signal, async () => {
        const http = openHttp();
        const { mediaUrl, playlist } = await watched(limits.stallMs, signal, ({ signal }) =>
          loadFirst(http, url, signal, limits),
        );
        await watched(limits.stallMs + playlist.targetSeconds * 1000, signal, (watchdog) =>
          follow({ http, mediaUrl, limits, sink, watchdog }, playlist),
        );
      }),
  };
}

async function watched<T>(
  ms: number,
  signal: AbortSignal,
  work: (watchdog: Watchdog) => Promise<T>,
): Promise<T> {
  const watchdog = startWatchdog(ms, signal);
  try {
    return await work(watchdog);
  } catch (error) {
    if (watchdog.hasExpired) throw cameraError('timeout', 'The camera stopped sending its stream.');
    throw error;
  } finally {
    watchdog.stop();
  }
}

async function loadFirst(http: CameraHttp, url: string, signal: AbortSignal, limits: CameraLimits) {
  const outer = await loadPlaylist(http, url, signal, limits);
  if (outer.playlist.kind === 'media') return { mediaUrl: url, playlist: outer.playlist };
  const variant = chooseVariant(outer.playlist.variants);
  if (variant === null) throw cameraError('malformed', 'The camera sends no video.', { retryable: false });
  const mediaUrl = resolved(variant.uri, outer.url);
  const { playlist } = await loadPlaylist(http, mediaUrl, signal, limits);
  if (playlist.kind === 'master')
    throw cameraError('malformed', 'The playlist of the camera cannot be read.');
  return { mediaUrl, playlist };
}

async function loadPlaylist(http: CameraHttp, url: string, signal: AbortSignal, limits: CameraLimits) {
  const { bytes, url: from } = await http.read(url, signal, limits.playlistBytes);
  const playlist = readHlsPlaylist(bytes.toString('utf8'));
  if (playlist.kind === 'unreadable') throw cameraError('malformed', playlist.problem, { retryable: false });
  return { playlist, url: from };
}

interface Following {
  readonly http: CameraHttp;
  readonly mediaUrl: string;
  readonly limits: CameraLimits;
  readonly sink: CameraSink;
  readonly watchdog: Watchdog;
}

/** Sends segments as the playlist names them; returns never, but throws at the end of the stream. */
async function follow(following: Following, first: MediaPlaylist): Promise<never> {
  const { http, mediaUrl, limits, watchdog } = following;
  const send = segmentSender(following);
  let playlist: MediaPlaylist | null = first;
  let base: URL = new URL(mediaUrl);
  let next: number | null = null;
  for (;;) {
    if (playlist) {
      const due = dueEntries(playlist.entries, next);
      for (const entry of due) {
        const isGap: boolean = next !== null && entry.number !== next;
        next = entry.number + 1;
        await send(entry, base, isGap);
      }
      if (playlist.hasEnded) throw cameraError('upstream', 'The camera ended its stream.');
      // As RFC 8216 section 6.3.4 has it: after an unchanged playlist half the time.
      const pause = playlist.targetSeconds * (due.length > 0 ? 1000 : 500);
      await sleep(Math.max(limits.pollMs / 2, Math.min(pause, 10_000)), undefined, {
        signal: watchdog.signal,
      });
    }
    try {
      const loaded = await loadPlaylist(http, mediaUrl, watchdog.signal, limits);
      playlist = loaded.playlist.kind === 'media' ? loaded.playlist : null;
      base = loaded.url;
    } catch (error) {
      if (!(error instanceof AdapterError && error.retryable)) throw error;
      playlist = null;
    }
    if (playlist === null) await sleep(limits.pollMs, undefined, { signal: watchdog.signal });
  }
}

/** What has not been sent, at most the last few. */
function dueEntries(entries: readonly HlsEntry[], next: number | null): readonly HlsEntry[] {
  const end = (entries.at(-1)?.number ?? -1) + 1;
  const isNew = next === null || (entries.length > 0 && end + RESTARTED_BEFORE < next);
  return entries.filter(({ number }) => isNew || number >= next).slice(-BEGIN_BEFORE_END);
}

function segmentSender({ http, limits, sink, watchdog }: Following) {
  let sequence = 0;
  let isBroken = false;
  let map: { readonly url: string; readonly bytes: Uint8Array } | null = null;

  async function initialization(url: string): Promise<Uint8Array> {
    if (map?.url === url) return map.bytes;
    const { bytes } = await http.read(url, watchdog.signal, limits.initializationBytes);
    isBroken ||= map !== null;
    map = { url, bytes };
    return bytes;
  }

  return async (entry: HlsEntry, base: URL, isGap: boolean): Promise<void> => {
    const { durationSeconds } = entry;
    isBroken ||= isGap || entry.discontinuity;
    try {
      const initial = entry.map === null ? null : await initialization(resolved(entry.map, base));
      const { bytes } = await http.read(resolved(entry.uri, base), watchdog.signal, limits.segmentBytes);
      if (watchdog.signal.aborted) return;
      if (initial === null ? !isTransportStream(bytes) : !isFragment(bytes))
        throw cameraError('malformed', 'The camera sends segments that are no video.', { retryable: false });
      const discontinuity = isBroken && sequence > 0;
      const mediaType = initial === null ? 'video/mp2t' : 'video/mp4';
      sink.segment({ sequence, durationSeconds, discontinuity, bytes, mediaType, initialization: initial });
      sequence += 1;
      isBroken = false;
      watchdog.progress();
    } catch (error) {
      // It is no longer there, or not yet.
      if (!(error instanceof AdapterError) || error.kind !== 'upstream') throw error;
      isBroken = true;
    }
  };
}

function resolved(uri: string, base: URL): string {
  const url = URL.parse(uri, base);
  if (url === null) throw cameraError('malformed', 'The playlist of the camera cannot be read.');
  return url.href;
}

/** Packets of 188 bytes, each with its sync byte (ISO/IEC 13818-1). */
function isTransportStream(bytes: Uint8Array): boolean {
  return bytes.length >= 188 && bytes[0] === 0x47 && (bytes.length < 377 || bytes[188] === 0x47);
}

/** Begins with a box of a fragment (ISO/IEC 14496-12). */
function isFragment(bytes: Buffer): boolean {
  return /^(styp|sidx|moof|emsg|prft|free)$/.test(bytes.toString('latin1', 4, 8));
}
