import type { CameraSegment } from '@allclear/adapters';

const ending = ({ mediaType }: CameraSegment) => (mediaType === 'video/mp4' ? 'mp4' : 'ts');

/**
 * The playlist of the newest segments of a live stream; their names are beside it. `longestSeconds` is that of all
 * segments of the stream so far: players may rely on a target duration that does not fall (RFC 8216 section 6.2.1).
 */
export function playlistOf(segments: readonly CameraSegment[], longestSeconds: number): string {
  const target = Math.max(1, Math.ceil(longestSeconds));
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${target}`,
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.sequence ?? 0}`,
  ];
  let initialization: Uint8Array | null = null;
  for (const segment of segments) {
    if (segment.discontinuity) lines.push('#EXT-X-DISCONTINUITY');
    if (segment.initialization !== null && segment.initialization !== initialization) {
      initialization = segment.initialization;
      lines.push(`#EXT-X-MAP:URI="start-${segment.sequence}.mp4"`);
    }
    lines.push(
      `#EXTINF:${segment.durationSeconds.toFixed(3)},`,
      `part-${segment.sequence}.${ending(segment)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The bytes of a name in the playlist; null when they are not, or not any more, in the window. */
export function segmentFile(
  segments: readonly CameraSegment[],
  name: string,
): { bytes: Uint8Array; mediaType: string } | null {
  const [, what, sequence] = /^(start|part)-(\d+)\.(?:ts|mp4)$/.exec(name) ?? [];
  const segment = segments.find((one) => String(one.sequence) === sequence);
  if (!segment) return null;
  if (what === 'part') return { bytes: segment.bytes, mediaType: segment.mediaType };
  return segment.initialization && { bytes: segment.initialization, mediaType: 'video/mp4' };
}
