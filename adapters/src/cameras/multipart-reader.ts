import { createSearchBuffer, type SearchBuffer } from './search-buffer.ts';

const MAX_HEADER_BYTES = 8_192;

export interface MultipartReader {
  /** Calls back for each whole part; its bytes are valid during the call only. Throws MultipartError. */
  push(chunk: Uint8Array): void;
}

export class MultipartError extends Error {}

/** The boundary of a `Content-Type` without its leading dashes, which some cameras add; null for none. */
export function readBoundary(contentType: string): string | null {
  const [, quoted, plain = ''] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? [];
  const bare = (quoted ?? plain).trim().replace(/^-+/, '');
  return bare === '' || bare.length > 200 ? null : bare;
}

/**
 * Reads `multipart/x-mixed-replace` (RFC 2046 with the liberties of cameras): by `Content-Length` where a part has one,
 * else up to the next boundary; lines may end with a line feed alone. At most one part is in memory.
 */
export function createMultipartReader(
  boundary: string,
  maxPartBytes: number,
  onPart: (bytes: Buffer) => void,
): MultipartReader {
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  const buffer = createSearchBuffer();
  let state: 'boundary' | 'head' | 'body' = 'boundary';
  let contentLength: number | null = null;

  /** Each step is false when the bytes for it have not come yet. */
  const steps = {
    /** After the line with the boundary. */
    boundary(): boolean {
      const at = findMark(buffer, mark, maxPartBytes);
      if (at === -1) return false;
      const line = buffer.view(at, Math.min(buffer.length, at + MAX_HEADER_BYTES));
      const end = line.indexOf(0x0a);
      if (end === -1 && line.length === MAX_HEADER_BYTES) throw new MultipartError('no end of a line');
      if (end === -1) return false;
      buffer.drop(at + end + 1);
      state = 'head';
      return true;
    },
    head(): boolean {
      const text = buffer.view(0, Math.min(buffer.length, MAX_HEADER_BYTES)).toString('latin1');
      // Two ends of lines, or one at once for a part without headers.
      const [head] = /^\r?\n|^[\s\S]*?\r?\n\r?\n/.exec(text) ?? [];
      if (head === undefined && text.length === MAX_HEADER_BYTES)
        throw new MultipartError('no end of the headers');
      if (head === undefined) return false;
      const [, digits] = /^content-length[ \t]*:[ \t]*(\d{1,12})[ \t]*\r?$/im.exec(head) ?? [];
      contentLength = digits === undefined ? null : Number(digits);
      if ((contentLength ?? 0) > maxPartBytes) throw new MultipartError('too large');
      buffer.drop(head.length);
      state = 'body';
      return true;
    },
    body(): boolean {
      const isCounted = contentLength !== null && contentLength > 0;
      if (isCounted && buffer.length < (contentLength ?? 0)) return false;
      const next = isCounted ? (contentLength ?? 0) : findMark(buffer, mark, maxPartBytes);
      if (next === -1) return false;
      const end = isCounted ? next : endOfPart(buffer.view(0, next));
      if (end > 0) onPart(buffer.view(0, end));
      buffer.drop(next);
      state = 'boundary';
      return true;
    },
  };

  return {
    push(chunk) {
      buffer.add(chunk);
      while (buffer.length > 0 && steps[state]()) {
        // The next step.
      }
    },
  };
}

function findMark(buffer: SearchBuffer, mark: Buffer, maxPartBytes: number): number {
  const at = buffer.find(mark);
  if (at === -1 && buffer.length > maxPartBytes) throw new MultipartError('no boundary');
  return at;
}

/** Without dashes that belong to the boundary after it, and without the end of the line before them. */
function endOfPart(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0x2d) end -= 1;
  if (end > 0 && bytes[end - 1] === 0x0a) end -= 1;
  if (end > 0 && bytes[end - 1] === 0x0d) end -= 1;
  return end;
}
