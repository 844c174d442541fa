/** One stream of a master playlist. */
export interface HlsVariant {
  readonly uri: string;
  readonly bandwidth: number;
  /** Pixels; null when it is not said. */
  readonly height: number | null;
  readonly codecs: string;
}

export interface HlsEntry {
  /** Media sequence number. */
  readonly number: number;
  readonly uri: string;
  readonly durationSeconds: number;
  readonly discontinuity: boolean;
  /** The URI of its initialization section; null with MPEG-TS. */
  readonly map: string | null;
}

export type HlsPlaylist =
  | { readonly kind: 'master'; readonly variants: readonly HlsVariant[] }
  | {
      readonly kind: 'media';
      readonly targetSeconds: number;
      readonly hasEnded: boolean;
      readonly entries: readonly HlsEntry[];
    }
  /** A sentence about the camera. */
  | { readonly kind: 'unreadable'; readonly problem: string };

const MAX_LINES = 20_000;
const MAX_SEGMENT_SECONDS = 60;
const MIN_HEIGHT = 360;
const MAX_HEIGHT = 720;

/** Reads a playlist of HTTP Live Streaming (RFC 8216): what a live camera uses, without encryption and byte ranges. */
export function readHlsPlaylist(text: string): HlsPlaylist {
  const lines = text.split(/\r?\n/, MAX_LINES + 1).map((line) => line.trim());
  if (lines[0]?.replace(/^\ufeff/, '') !== '#EXTM3U')
    return unreadable('The camera does not answer with an HLS playlist.');
  if (lines.length > MAX_LINES) return unreadable('The playlist of the camera is too long.');
  return lines.some((line) => line.startsWith('#EXT-X-STREAM-INF:')) ? readMaster(lines) : readMedia(lines);
}

function readMaster(lines: readonly string[]): HlsPlaylist {
  const variants = lines.flatMap((line, index): HlsVariant[] => {
    if (!line.startsWith('#EXT-X-STREAM-INF:')) return [];
    const uri = lines.slice(index + 1).find((next) => next !== '' && !next.startsWith('#'));
    const attributes = readAttributes(line);
    const [, height] = /^\d+x(\d+)$/.exec(attributes.get('RESOLUTION') ?? '') ?? [];
    const bandwidth = Number(attributes.get('BANDWIDTH') ?? 0);
    return uri === undefined || !Number.isFinite(bandwidth)
      ? []
      : [{ uri, bandwidth, height: height ? Number(height) : null, codecs: attributes.get('CODECS') ?? '' }];
  });
  return variants.length > 0
    ? { kind: 'master', variants }
    : unreadable('The playlist of the camera names no stream.');
}

function readMedia(lines: readonly string[]): HlsPlaylist {
  const entries: HlsEntry[] = [];
  let targetSeconds = 0;
  let first = 0;
  let duration: number | null = null;
  let discontinuity = false;
  let map: string | null = null;
  for (const line of lines) {
    const [tag = '', value = ''] = line.startsWith('#') ? splitAtColon(line) : [];
    if (tag === '#EXT-X-TARGETDURATION') targetSeconds = Number(value);
    else if (tag === '#EXT-X-MEDIA-SEQUENCE') first = Number(value);
    else if (tag === '#EXTINF') duration = Number.parseFloat(value);
    else if (tag === '#EXT-X-DISCONTINUITY') discontinuity = true;
    else if (tag === '#EXT-X-BYTERANGE' || (tag === '#EXT-X-MAP' && readAttributes(line).has('BYTERANGE')))
      return unreadable('The camera sends parts of files, which are not supported.');
    else if (tag === '#EXT-X-MAP') map = readAttributes(line).get('URI') ?? null;
    else if (tag === '#EXT-X-KEY' && readAttributes(line).get('METHOD') !== 'NONE')
      return unreadable('The stream of the camera is encrypted, which is not supported.');
    else if (line !== '' && !line.startsWith('#')) {
      if (duration === null || !(duration >= 0 && duration <= MAX_SEGMENT_SECONDS))
        return unreadable('The playlist of the camera has a segment without a usable duration.');
      const number = first + entries.length;
      entries.push({ number, uri: line, durationSeconds: duration, discontinuity, map });
      duration = null;
      discontinuity = false;
    }
  }
  if (!(targetSeconds > 0 && targetSeconds <= MAX_SEGMENT_SECONDS) || !Number.isSafeInteger(first))
    return unreadable('The playlist of the camera cannot be read.');
  return { kind: 'media', targetSeconds, entries, hasEnded: lines.includes('#EXT-X-ENDLIST') };
}

/**
 * The cheapest stream that is still good to look at: of 360 to 720 lines, else the best below, else the cheapest of all.
 * Streams without H.264 count only when there is no other; those with sound alone never.
 */
export function chooseVariant(variants: readonly HlsVariant[]): HlsVariant | null {
  const withVideo = variants.filter(({ codecs }) => codecs === '' || /avc|hvc|hev|av01|vp/i.test(codecs));
  const playable = withVideo.filter(({ codecs }) => codecs === '' || /avc/i.test(codecs));
  const sorted = (playable.length > 0 ? playable : withVideo).toSorted((a, b) => a.bandwidth - b.bandwidth);
  const isGood = ({ height }: HlsVariant) =>
    height === null || (height >= MIN_HEIGHT && height <= MAX_HEIGHT);
  return (
    sorted.find(isGood) ?? sorted.findLast(({ height }) => (height ?? 0) < MIN_HEIGHT) ?? sorted[0] ?? null
  );
}

function readAttributes(line: string): Map<string, string> {
  const [, list = ''] = splitAtColon(line);
  return new Map(
    [...list.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g)].map(([, name = '', quoted, plain = '']) => [
      name,
      quoted ?? plain,
    ]),
  );
}

function splitAtColon(line: string): [string, string] {
  const at = line.indexOf(':');
  return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}

function unreadable(problem: string): HlsPlaylist {
  return { kind: 'unreadable', problem };
}
