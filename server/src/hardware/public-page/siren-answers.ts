import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PublicSiren } from '@allclear/contract';
import { PublicAnswers } from '../../platform/http/public/public-answers.ts';

/** The names in the address of a page. */
export interface SirenAddress {
  readonly customerName: string;
  readonly sirenName: string;
}

/** Where nothing changes, an answer is renewed this often, real ms: its clock and its countdown. */
const renewEveryMs = 5_000;

/**
 * The states of sirens for pages that ask instead of following a stream, as bytes that are made once for each change.
 * A state that is not known has no answer here: nothing lets a cache keep it.
 */
export class SirenAnswers {
  readonly #stateOf: (address: SirenAddress) => PublicSiren | null | 'none';
  readonly #answers: PublicAnswers;
  readonly #said = new Map<string, { readonly change: string; readonly at: number }>();

  constructor(stateOf: (address: SirenAddress) => PublicSiren | null | 'none') {
    this.#stateOf = stateOf;
    this.#answers = new PublicAnswers({ open: async (key) => this.#say(key) });
  }

  setHeaders(headers: Readonly<Record<string, string>>): void {
    this.#answers.setHeaders(headers);
  }

  /** Whether somebody asked lately. */
  get isAsked(): boolean {
    return this.#answers.active.length > 0;
  }

  sendKept(address: SirenAddress, request: IncomingMessage, response: ServerResponse): boolean {
    return this.#answers.sendKept(keyOfAddress(address), request, response);
  }

  /** Sends a state that is known; false, with nothing sent, where it is not. */
  async send(address: SirenAddress, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const key = keyOfAddress(address);
    await this.#answers.put(key, this.#say(key));
    return this.#answers.send(key, request, response);
  }

  /** Renews what somebody asks for: at once what changed, the rest every few seconds. */
  async renew(): Promise<void> {
    const asked = new Set(this.#answers.active);
    for (const key of this.#said.keys()) if (!asked.has(key)) this.#said.delete(key);
    for (const key of asked) {
      const said = this.#said.get(key);
      const isDue = said === undefined || performance.now() - said.at >= renewEveryMs;
      if (isDue || changeKey(this.#known(key)) !== said.change) await this.#answers.put(key, this.#say(key));
    }
  }

  #say(key: string): PublicSiren | null {
    const siren = this.#known(key);
    this.#said.set(key, { change: changeKey(siren), at: performance.now() });
    return siren;
  }

  #known(key: string): PublicSiren | null {
    const [customerName = '', sirenName = ''] = key.split('\n');
    const siren = this.#stateOf({ customerName, sirenName });
    return siren === 'none' ? null : siren;
  }
}

/** A name as addresses have it: without blanks, whatever its case. */
export function keyOf(name: string): string {
  return name.replace(/\s/g, '').toLowerCase();
}

/** What a page shows, without what changes with each second. */
export function changeKey(siren: PublicSiren | null): string {
  return JSON.stringify(
    siren && { ...siren, now: null, wallNow: null, observedThrough: null, remainingSeconds: null },
  );
}

const pagePath = /^\/api\/public\/([^/?]+)\/([^/?]+)\/Widget$/;

/** Answers what very many ask, before the framework; the route answers it in another spelling, and what is not known. */
export function sirensFromMemory(
  answers: Pick<SirenAnswers, 'sendKept'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    if (request.method !== 'GET' || !request.url?.endsWith('/Widget')) return false;
    const [, customer, siren] = pagePath.exec(request.url) ?? [];
    if (customer === undefined || siren === undefined) return false;
    const [customerName, sirenName] = [decoded(customer), decoded(siren)];
    if (customerName === null || sirenName === null) return false;
    return answers.sendKept({ customerName, sirenName }, request, response);
  };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Names without blanks: none holds a line break. */
function keyOfAddress({ customerName, sirenName }: SirenAddress): string {
  return `${keyOf(customerName)}\n${keyOf(sirenName)}`;
}
