import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** Smaller answers are sent as they are. */
const packFromBytes = 600;
/** Nothing lets a cache serve an answer for longer: it would show what was. */
const cacheControl = 'public, max-age=5';
/** An answer for which nobody has asked for so long is forgotten, real ms. */
const idleMs = 120_000;
/** So many addresses are kept, those that do not exist too. */
const maxKept = 20_000;
/** An address that does not exist is looked for again after so long, real ms. */
const missingMs = 5_000;

type Encoding = 'identity' | 'gzip' | 'br';

interface Kept {
  /** The JSON, to see whether it changed; null where there is nothing. */
  json: string | null;
  readonly bodies: Partial<Record<Encoding, Buffer>>;
  etag: string;
  askedAt: number;
  madeAt: number;
}

export interface PublicAnswersOptions {
  /** Makes the answer of an address that nobody asked for lately; null where there is nothing. */
  readonly open: (key: string) => Promise<object | null>;
}

/**
 * Answers that are the same for everybody: made once for each change, kept as encoded bytes with an ETag, and sent
 * without the database and without the framework. Each must say in itself through when it is good.
 */
export class PublicAnswers {
  readonly #options: PublicAnswersOptions;
  #headers: Readonly<Record<string, string>> = {};
  readonly #kept = new Map<string, Kept>();
  readonly #opening = new Map<string, Promise<Kept>>();

  constructor(options: PublicAnswersOptions) {
    this.#options = options;
  }

  /** Headers of every answer from now on, by lower-case name. */
  setHeaders(headers: Readonly<Record<string, string>>): void {
    this.#headers = headers;
  }

  /** The addresses that were asked for lately and exist. */
  get active(): string[] {
    this.#forget();
    return [...this.#kept].filter(([, { json }]) => json !== null).map(([key]) => key);
  }

  /** What an address answers from now on; null: there is nothing any more. Unknown addresses are not kept. */
  async put(key: string, data: object | null): Promise<void> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) await this.#fill(kept, data);
  }

  /** Whether there is an answer; it is made when nobody has asked lately. Throws what `open` throws. */
  async has(key: string): Promise<boolean> {
    return (await this.#of(key)).json !== null;
  }

  /** Sends the answer of an address; false, with nothing sent, where there is none. Throws what `open` throws. */
  async send(key: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const known = this.#kept.get(key);
    const isOld = known?.json === null && performance.now() - known.madeAt > missingMs;
    const kept = known === undefined || isOld ? await this.#of(key, isOld) : known;
    return this.#write(kept, request, response);
  }

  /** The same for an address whose answer is kept: without a promise. False where `send` is needed. */
  sendKept(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const kept = this.#kept.get(key);
    return kept !== undefined && kept.json !== null && this.#write(kept, request, response);
  }

  #write(kept: Kept, request: IncomingMessage, response: ServerResponse): boolean {
    if (kept.json === null) return false;
    kept.askedAt = performance.now();
    const encoding = encodingOf(request.headers['accept-encoding'], kept.bodies);
    const body = kept.bodies[encoding];
    if (body === undefined) return false;
    // Bytes of another encoding are another representation.
    const etag = `"${kept.etag}-${encoding}"`;
    const head: Record<string, string | number> = {
      ...this.#headers,
      'cache-control': cacheControl,
      etag,
      vary: 'accept-encoding',
    };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, head).end();
      return true;
    }
    head['content-type'] = 'application/json; charset=utf-8';
    head['content-length'] = body.length;
    if (encoding !== 'identity') head['content-encoding'] = encoding;
    response.writeHead(200, head).end(request.method === 'HEAD' ? undefined : body);
    return true;
  }

  /** Those who ask for the same address meanwhile wait for the same answer. */
  async #of(key: string, again = false): Promise<Kept> {
    const known = this.#kept.get(key);
    if (known !== undefined && !again) return known;
    const opening = this.#opening.get(key);
    if (opening !== undefined) return opening;
    const made = this.#open(key).finally(() => this.#opening.delete(key));
    this.#opening.set(key, made);
    return made;
  }

  async #open(key: string): Promise<Kept> {
    const kept: Kept = { json: null, bodies: {}, etag: '', askedAt: performance.now(), madeAt: 0 };
    await this.#fill(kept, await this.#options.open(key));
    this.#forget();
    this.#kept.set(key, kept);
    return kept;
  }

  async #fill(kept: Kept, data: object | null): Promise<void> {
    kept.madeAt = performance.now();
    const json = data === null ? null : JSON.stringify({ data });
    if (json === kept.json) return;
    if (json === null) {
      kept.json = null;
      return;
    }
    const identity = Buffer.from(json);
    const bodies: Kept['bodies'] = { identity };
    if (identity.length >= packFromBytes) {
      bodies.gzip = await pack.gzip(identity);
      bodies.br = await pack.br(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    }
    // All at once: nobody is sent the bytes of one answer under the tag of another.
    Object.assign(kept, {
      json,
      etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    });
    for (const encoding of ['identity', 'gzip', 'br'] as const) {
      if (bodies[encoding] === undefined) delete kept.bodies[encoding];
      else kept.bodies[encoding] = bodies[encoding];
    }
  }

  /** Drops what nobody asks for, and the oldest while there are too many. */
  #forget(): void {
    const before = performance.now() - idleMs;
    for (const [key, { askedAt }] of this.#kept) if (askedAt < before) this.#kept.delete(key);
    for (const key of this.#kept.keys()) {
      if (this.#kept.size < maxKept) return;
      this.#kept.delete(key);
    }
  }
}

/** The best encoding that the client takes and that is there. */
function encodingOf(accepted: string | string[] | undefined, bodies: Kept['bodies']): Encoding {
  if (typeof accepted !== 'string' || bodies.br === undefined) return 'identity';
  for (const encoding of ['br', 'gzip'] as const)
    if (new RegExp(`(^|,)\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))|,|$)`).test(accepted))
      return encoding;
  return 'identity';
}
