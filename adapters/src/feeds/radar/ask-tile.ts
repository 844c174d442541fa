import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { isPng } from '../../raster/read-png.ts';

/** A tile of 256 pixels has 60 kB at most; anything larger is something else. */
const MAX_TILE_BYTES = 1024 * 1024;

/**
 * Fetches a tile and checks that it is one: services answer failures with pages and status 200. Throws
 * AdapterError.
 */
export async function askTile(
  http: HttpClient,
  { source, url, signal }: { source: string; url: string; signal: AbortSignal },
): Promise<Uint8Array> {
  const { bytes } = await http.get({
    source,
    url,
    signal,
    maxBytes: MAX_TILE_BYTES,
    headers: { accept: 'image/png' },
  });
  if (!isPng(bytes)) throw new AdapterError(source, 'malformed', 'A radar tile is not a PNG.');
  return bytes;
}
