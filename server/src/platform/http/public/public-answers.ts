import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** Smaller answers are sent as they are. */
const packFromBytes = 600;
/** Nothing lets a cache serve an answer for longer: it would show what was. */
const defaultCaching: Caching = { cacheControl: 'public, max-age=5', vary: 'accept-encoding' };
/** An answer for which nobody has asked for so long is forgotten, real ms. */
const idleMs = 120_000;
/** So many addresses are kept, those that do not exist too. */
const maxKept = 20_000;
/** An address that does not exist is looked for again after so long, real ms. */
const missingMs = 5_000;

type Encoding = 'identity' | 'gzip' | 'br';

/** An answer in one encoding, with its headers as Node takes them fastest: name, value, name, value. */
interface Encoded {
  readonly body: Buffer;
  readonly etag: string;
  readonly head: string[];
  readonly notModifiedHead: string[];
}

interface Kept {
  /** The JSON, to see whether it changed; null where there is nothing. */
  json: string | null;
  encoded: Partial<Record<Encoding, Encoded>>;
  askedAt: number;
  madeAt: number;
}

/** What a cache may do with answers, as the headers say it. */
export interface Caching {
  readonly cacheControl: string;
  /** The headers of a request on which its answer depends. */
  readonly vary: string;
}

export interface PublicAnswersOptions {
  /** Makes the answer of an address that nobody asked for lately; null where there is nothing. */
  readonly open: (key: string) => Promise<object | null>;
  /** Any cache for five seconds, unless set. */
  readonly caching?: Caching;
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

  /** How long nobody has asked for an address, real ms; infinite for one that is not kept. */
  idleOf(key: string): number {
    const kept = this.#kept.get(key);
    return kept === undefined ? Number.POSITIVE_INFINITY : performance.now() - kept.askedAt;
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
    const { accepted, tags } = asked(request);
    const encoded = kept.encoded[encodingOf(accepted, kept.encoded)];
    if (encoded === undefined) return false;
    kept.askedAt = performance.now();
    if (tags.includes(encoded.etag)) {
      response.writeHead(304, encoded.notModifiedHead).end();
    } else {
      response.writeHead(200, encoded.head).end(request.method === 'HEAD' ? undefined : encoded.body);
    }
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
    const kept: Kept = { json: null, encoded: {}, askedAt: performance.now(), madeAt: 0 };
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
    const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
    const encoded: Kept['encoded'] = { identity: this.#encoded(identity, tag, 'identity') };
    if (identity.length >= packFromBytes) {
      encoded.gzip = this.#encoded(await pack.gzip(identity), tag, 'gzip');
      const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
      encoded.br = this.#encoded(await pack.br(identity, { params }), tag, 'br');
    }
    // All at once: nobody is sent the bytes of one answer under the tag of another.
    Object.assign(kept, { json, encoded });
  }

  #encoded(body: Buffer, tag: string, encoding: Encoding): Encoded {
    // Bytes of another encoding are another representation.
    const etag = `"${tag}-${encoding}"`;
    const { cacheControl, vary } = this.#options.caching ?? defaultCaching;
    const notModifiedHead = [
      ...Object.entries(this.#headers).flat(),
      ...['cache-control', cacheControl, 'etag', etag, 'vary', vary],
    ];
    const ofBody = ['content-type', 'application/json; charset=utf-8', 'content-length', `${body.length}`];
    const head = [...notModifiedHead, ...ofBody];
    if (encoding !== 'identity') head.push('content-encoding', encoding);
    return { body, etag, head, notModifiedHead };
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

/**
 * The two headers that count here. `request.headers` would make an object of all of them: a third of the time of an
 * answer.
 */
function asked({ rawHeaders }: IncomingMessage): { readonly accepted: string; readonly tags: string } {
  let [accepted, tags] = ['', ''];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    // Lengths are compared first: few names are as long.
    if (name.length === 15 && name.toLowerCase() === 'accept-encoding')
      accepted += `${accepted && ','}${rawHeaders[i + 1]}`;
    else if (name.length === 13 && name.toLowerCase() === 'if-none-match') tags += rawHeaders[i + 1];
  }
  return { accepted, tags };
}

/** A name in Accept-Encoding, unless its weight is 0. */
const takes = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i,
};

/** The best encoding that the client takes and that is there. */
function encodingOf(accepted: string, kept: Kept['encoded']): Encoding {
  if (accepted === '' || kept.br === undefined) return 'identity';
  if (takes.br.test(accepted)) return 'br';
  return takes.gzip.test(accepted) ? 'gzip' : 'identity';
}
