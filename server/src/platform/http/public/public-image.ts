import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A picture as it is sent. */
export interface ImageBytes {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly etag: string;
  /** Any cache for five seconds, unless set. */
  readonly cacheControl?: string;
}

/** A picture with a tag of its bytes. */
export function imageOf(bytes: Uint8Array, contentType: string): ImageBytes {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), contentType, etag };
}

/** Sends a picture whose name changes with it, so that it may be stored as long as any other public answer, unless it says otherwise. */
export function sendImage(
  { bytes, contentType, etag, cacheControl = 'public, max-age=5' }: ImageBytes,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const head = { 'cache-control': cacheControl, etag };
  if (headers['if-none-match'] === etag) response.writeHead(304, head).end();
  else
    response
      .writeHead(200, { ...head, 'content-type': contentType, 'content-length': bytes.length })
      .end(method === 'HEAD' ? undefined : bytes);
}
