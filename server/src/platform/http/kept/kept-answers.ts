import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Route } from '@allclear/contract';
import type { Reads } from '../../change-feed/store-memory.ts';
import { wallNow } from '../../clock/clock.ts';
import { createRecent } from '../../recent.ts';
import { ApiError, envelope } from '../errors.ts';
import type { ReadCounts } from '../limits/read-counts.ts';
import { PackedJson } from '../packed-json.ts';
import { isAllowed, type Principal } from '../serve.ts';

/** An answer is sent again for so long, real ms at the speed of the weather: what it says of the time is no older. */
const keptAnswerMs = 100;
/** A caller who was identified is not asked again for so long, real ms, unless the sign-in is checked meanwhile. */
const identifiedMs = 1_000;
/** Who has not asked for so long is identified anew, real ms. */
const activeMs = 60_000;
/** Even an active caller is identified anew after so long, real ms. */
const longestIdentifiedMs = 300_000;
const maxCallers = 10_000;
/** Of one caller. */
const maxAnswers = 50;
const maxAddresses = 20_000;
/** Longer answers are compressed for those who take it. */
const packFromBytes = 1_024;

/** Answers a route: what it reads, it reads through `reads`. Throws `ApiError`. */
export type KeptAct = (call: {
  /** Null for a public route without a sign-in. */
  readonly principal: Principal | null;
  readonly params: Readonly<Record<string, string>>;
  readonly reads: Reads;
}) => Promise<unknown>;

/** Somebody who was identified a moment ago; for a public route perhaps nobody. */
export interface IdentifiedCaller {
  readonly key: string;
  readonly principal: Principal | null;
  /** By what the caller's reads are counted. */
  readonly countedAs: string;
  readonly identifiedAt: number;
  askedAt: number;
  /** `performance.now()`. */
  goodUntil: number;
  /** What the caller asked a moment ago, by address. */
  readonly answers: Map<string, Kept>;
}

interface KeptRoute {
  readonly route: Route;
  readonly act: KeptAct;
  /** Lower case, without the parameter. */
  readonly prefix: string;
  /** The name of its parameter; null for none. */
  readonly parameter: string | null;
  readonly observe: (status: number, seconds: number) => void;
}

interface Answer {
  readonly status: number;
  readonly body: PackedJson;
  readonly bytes: number;
  readonly etag: string;
}

interface Kept {
  readonly began: number;
  readonly answer: Promise<Answer>;
  /** Once it is there. */
  ready: Answer | null;
}

/** The tag of an answer: the same for the same JSON, in any encoding. */
export function tagOf(json: string | Buffer): string {
  return `W/"${hash('sha1', json, 'base64url').slice(0, 22)}"`;
}

/** Whether `If-None-Match` has a tag. */
export function hasTag(header: string | undefined, tag: string): boolean {
  if (header === undefined || header === '') return false;
  const opaque = tag.replace(/^W\//, '');
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque);
}

/**
 * Answers what is asked very often, before the framework: who asks is known from a moment ago, what is answered is read
 * through the memory of the process and kept for `keptAnswerMs`. Whatever is out of the ordinary (nobody is signed in,
 * too many requests, a refusal, a fault) is left to the framework, which answers the same routes by the same functions.
 */
export class KeptAnswers {
  readonly #reads: Reads;
  readonly #counts: ReadCounts;
  readonly #keptMs: number;
  #head: readonly string[] = [];
  readonly #routes: KeptRoute[] = [];
  readonly #whole = new Map<string, KeptRoute>();
  readonly #callers = new Map<string, IdentifiedCaller>();
  readonly #addresses = createRecent<{ kept: KeptRoute; params: Readonly<Record<string, string>> }>(
    maxAddresses,
  );

  constructor({ reads, counts, speed }: { reads: Reads; counts: ReadCounts; speed: number }) {
    this.#reads = reads;
    this.#counts = counts;
    this.#keptMs = keptAnswerMs / Math.max(1, speed);
  }

  /** Headers of every answer, besides those of the answer itself. */
  setHeaders(headers: readonly (readonly [name: string, value: string])[]): void {
    this.#head = headers.flat();
  }

  /** Adds a GET route that has at most one parameter, at its end. */
  add(route: Route, act: KeptAct, observe: KeptRoute['observe']): void {
    const path = `/api/${route.path}`;
    const [, prefix = path, parameter = null] = /^(.*\/):(\w+)$/.exec(path) ?? [];
    const kept = { route, act, prefix: prefix.toLowerCase(), parameter, observe };
    if (parameter === null) this.#whole.set(kept.prefix, kept);
    else this.#routes.push(kept);
  }

  /** Remembers who sent a request; `identifiedAt` is `performance.now()` before that was found out. */
  remember(
    request: IncomingMessage,
    caller: Pick<IdentifiedCaller, 'principal' | 'countedAs' | 'identifiedAt'>,
  ): void {
    const { key } = asked(request);
    if (key === null) return;
    this.#callers.delete(key);
    if (this.#callers.size >= maxCallers) {
      const oldest = this.#callers.keys().next();
      if (!oldest.done) this.#callers.delete(oldest.value);
    }
    const goodUntil = caller.identifiedAt + (caller.principal === null ? activeMs : identifiedMs);
    this.#callers.set(key, { ...caller, key, goodUntil, askedAt: performance.now(), answers: new Map() });
  }

  /** Those who asked lately by a sign-in of their own: what they may do is to be checked again. */
  checkable(): IdentifiedCaller[] {
    const now = performance.now();
    const found: IdentifiedCaller[] = [];
    for (const [key, caller] of this.#callers) {
      if (now - caller.askedAt > activeMs || now - caller.identifiedAt > longestIdentifiedMs)
        this.#callers.delete(key);
      // Impersonations, keys and links are few, and have limits of their own.
      else if (
        caller.principal?.via === 'token' &&
        (caller.principal.credential === null || caller.principal.credential.kind === 'grant')
      )
        found.push(caller);
    }
    return found;
  }

  /** What a caller may do is as it was at an instant, `performance.now()`. */
  confirm(caller: IdentifiedCaller, at: number): void {
    caller.goodUntil = Math.max(caller.goodUntil, at + identifiedMs);
  }

  /** Forgets a caller: the next request is identified anew. */
  forget({ key }: IdentifiedCaller): void {
    this.#callers.delete(key);
  }

  /**
   * Answers a request, or says that it does not. One that it took and cannot answer after all is handed to
   * `otherwise`.
   */
  take(request: IncomingMessage, response: ServerResponse, otherwise: RequestListener): boolean {
    const { method, url = '' } = request;
    if (method !== 'GET') return false;
    const address = this.#addressOf(url);
    if (address === undefined) return false;
    const { key, accepted, tags } = asked(request);
    const caller = key === null ? undefined : this.#callers.get(key);
    const now = performance.now();
    if (caller === undefined || caller.goodUntil <= now) return false;
    const { kept: route, params } = address;
    const { principal } = caller;
    if (principal === null ? route.route.needs !== 'public' : !isAllowedNow(route.route, principal))
      return false;
    if (this.#counts.isFull(caller.countedAs, now)) return false;
    caller.askedAt = now;
    const kept = this.#answerOf(caller, url, now, () => route.act({ principal, params, reads: this.#reads }));
    const send = (answer: Answer) => {
      this.#counts.count(caller.countedAs);
      this.#send(response, answer, { accepted, tags });
      route.observe(hasTag(tags, answer.etag) ? 304 : answer.status, (performance.now() - now) / 1_000);
    };
    if (kept.ready) send(kept.ready);
    else
      kept.answer.then(send, () => {
        if (!response.headersSent && !response.destroyed) otherwise(request, response);
      });
    return true;
  }

  #addressOf(url: string) {
    const known = this.#addresses.get(url, 0);
    if (known !== undefined) return known;
    const path = url.toLowerCase();
    let found = this.#whole.get(path);
    let params: Record<string, string> = {};
    if (found === undefined) {
      found = this.#routes.find(({ prefix }) => path.startsWith(prefix));
      const value = found && url.slice(found.prefix.length);
      // Ids need no escapes; what has some is read by the framework.
      if (!found?.parameter || !value || !/^[\w-]{1,100}$/.test(value)) return undefined;
      params = { [found.parameter]: value };
    }
    const address = { kept: found, params };
    this.#addresses.set(url, address, Number.POSITIVE_INFINITY);
    return address;
  }

  #answerOf({ answers }: IdentifiedCaller, url: string, now: number, act: () => Promise<unknown>): Kept {
    const known = answers.get(url);
    if (known !== undefined && now - known.began <= this.#keptMs) return known;
    const kept: Kept = { began: now, answer: answerOf(act), ready: null };
    if (answers.size >= maxAnswers) answers.clear();
    answers.set(url, kept);
    kept.answer.then(
      (answer) => {
        kept.ready = answer;
      },
      () => answers.delete(url),
    );
    return kept;
  }

  #send(response: ServerResponse, answer: Answer, of: { accepted: string; tags: string }): void {
    const { status, body, bytes, etag } = answer;
    if (response.destroyed) return;
    const head = [...this.#head, 'cache-control', 'no-store', 'etag', etag];
    if (status === 200 && hasTag(of.tags, etag)) {
      response.writeHead(304, head).end();
      return;
    }
    head.push('vary', 'accept-encoding', 'content-type', 'application/json; charset=utf-8');
    if (bytes < packFromBytes || of.accepted === '') {
      head.push('content-length', `${bytes}`);
      response.writeHead(status, head).end(body.plain);
      return;
    }
    body.for(of.accepted).then(
      ({ bytes: packed, encoding }) => {
        if (encoding !== null) head.push('content-encoding', encoding);
        head.push('content-length', `${packed.length}`);
        response.writeHead(status, head).end(packed);
      },
      () => response.destroy(),
    );
  }
}

async function answerOf(act: () => Promise<unknown>): Promise<Answer> {
  let status = 200;
  let content: unknown;
  try {
    content = { data: await act() };
  } catch (error) {
    // That nothing is known now is an answer as well. Everything else is the framework's matter.
    if (!(error instanceof ApiError) || error.status !== 503) throw error;
    status = error.status;
    content = envelope(error);
  }
  const body = new PackedJson(content);
  return { status, body, bytes: body.plain.length, etag: tagOf(body.plain) };
}

function isAllowedNow(route: Route, principal: Principal): boolean {
  if (principal.expiresAt !== undefined && principal.expiresAt <= wallNow()) return false;
  return route.needs === 'public' || isAllowed(route, principal);
}

/**
 * The headers that count here, and the key of the caller: the same headers from the same address are the same caller.
 * `request.headers` would make an object of all of them. The key is null where a header that may be sent once came twice.
 */
function asked({ rawHeaders, socket }: IncomingMessage): {
  readonly key: string | null;
  readonly accepted: string;
  readonly tags: string;
} {
  let [authorization, forwarded, accepted, tags, times] = ['', '', '', '', 0];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const { length } = name;
    if (length !== 13 && length !== 15) continue;
    const value = rawHeaders[i + 1] ?? '';
    switch (name.toLowerCase()) {
      case 'authorization':
        authorization = value;
        times++;
        break;
      case 'x-forwarded-for':
        forwarded += `${value},`;
        break;
      case 'accept-encoding':
        accepted += `${accepted && ','}${value}`;
        break;
      case 'if-none-match':
        tags += `${tags && ','}${value}`;
        break;
    }
  }
  const key = times > 1 ? null : `${authorization}\n${socket.remoteAddress}\n${forwarded}`;
  return { key, accepted, tags };
}
