const MEBIBYTE = 1024 * 1024;

/** A kind of map file. */
export interface FileKind {
  readonly maxBytes: number;
  /** The Accept header of the request. */
  readonly accept: string;
  /** The media type of the response; null for an image, whose type follows from its bytes. */
  readonly type: string | null;
  /** Whether the bytes are of another kind: services answer failures with pages and status 200. */
  readonly isOther: (bytes: Uint8Array) => boolean;
}

const isJson = (bytes: Uint8Array) => /^\s*[[{]/.test(Buffer.from(bytes.subarray(0, 64)).toString('utf8'));

export const fileKinds = {
  document: {
    maxBytes: 4 * MEBIBYTE,
    accept: 'application/json',
    type: 'application/json',
    isOther: (bytes) => !isJson(bytes),
  },
  image: {
    maxBytes: 4 * MEBIBYTE,
    accept: 'image/webp,image/png,image/jpeg',
    type: null,
    isOther: (bytes) => imageType(bytes) === null,
  },
  /**
   * Protobuf of layers (field 3). An empty tile has none. The media type is one that is compressed in
   * transit; the specific one of vector tiles is not.
   */
  vector: {
    maxBytes: 4 * MEBIBYTE,
    accept: 'application/vnd.mapbox-vector-tile,application/x-protobuf,*/*;q=0.5',
    type: 'application/octet-stream',
    isOther: (bytes) => bytes.length > 0 && bytes[0] !== 0x1a,
  },
  /** Protobuf of one font stack (field 1). */
  glyphs: {
    maxBytes: MEBIBYTE,
    accept: 'application/x-protobuf,*/*;q=0.5',
    type: 'application/octet-stream',
    isOther: (bytes) => bytes[0] !== 0x0a,
  },
  data: {
    maxBytes: 16 * MEBIBYTE,
    accept: 'application/geo+json,application/json',
    type: 'application/geo+json',
    isOther: (bytes) => !isJson(bytes),
  },
  spriteIndex: {
    maxBytes: 2 * MEBIBYTE,
    accept: 'application/json',
    type: 'application/json',
    isOther: (bytes) => !isJson(bytes),
  },
} satisfies Record<string, FileKind>;

/** The media type of an image that browsers support, by its first bytes; null for anything else. */
export function imageType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  if (/^ftypavi[fs]/.test(head.slice(4))) return 'image/avif';
  return null;
}
