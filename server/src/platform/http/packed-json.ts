import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** As fast as gzip, and smaller. */
const BROTLI_QUALITY = 4;
/** What is shorter fits a packet anyhow. */
const WORTH_PACKING_BYTES = 1_024;

export interface PackedAnswer {
  readonly bytes: Uint8Array;
  readonly encoding: 'br' | 'gzip' | null;
}

/**
 * A response that is the same for many clients: serialized once as JSON, and compressed once for each
 * encoding, off the main thread.
 */
export class PackedJson {
  readonly #bytes: Buffer;
  readonly #packed = new Map<'br' | 'gzip', Promise<Buffer>>();

  constructor(answer: unknown) {
    this.#bytes = Buffer.from(JSON.stringify(answer));
  }

  /** The JSON, not compressed. */
  get plain(): Buffer {
    return this.#bytes;
  }

  /** The body for a client that sends this `Accept-Encoding`. */
  async for(acceptEncoding: string | undefined): Promise<PackedAnswer> {
    const encoding = this.#bytes.length < WORTH_PACKING_BYTES ? null : wanted(acceptEncoding ?? '');
    if (encoding === null) return { bytes: this.#bytes, encoding };
    let packed = this.#packed.get(encoding);
    if (packed === undefined) {
      packed =
        encoding === 'br'
          ? brotli(this.#bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
          : zip(this.#bytes);
      this.#packed.set(encoding, packed);
    }
    return { bytes: await packed, encoding };
  }
}

function wanted(acceptEncoding: string): 'br' | 'gzip' | null {
  const weights = new Map<string | undefined, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  const takes = (encoding: string) => (weights.get(encoding) ?? 0) > 0;
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
}
