/** What the wall's page received, and what it shows at an instant. */
import type { PlaceAnswerKind } from '@allclear/domain';
import type { Page } from 'playwright-core';
import { type Delays, observedThroughOf } from './wall-answers.ts';

/** What the page shows at an instant. */
export interface WallSample {
  readonly tiles: readonly { readonly id: string; readonly kind: PlaceAnswerKind; readonly text: string }[];
  /** The answer of the place that takes the whole screen. */
  readonly takeover: PlaceAnswerKind | null;
  readonly scrolls: boolean;
  /** Names of tiles whose content is taller or wider than the tile. */
  readonly clipped: readonly string[];
  readonly elements: number;
  readonly isConnectionLost: boolean;
}

/** Runs in the page. */
export function sampleWall(): WallSample {
  const root = document.documentElement;
  const tileOf = (item: Element) => item.querySelector<HTMLElement>('[data-state]');
  const items = [...document.querySelectorAll('main li[data-place]')];
  const kindOf = (tile: HTMLElement | null) => (tile?.dataset.state ?? 'checking') as PlaceAnswerKind;
  const scrollable = [...document.querySelectorAll('body *')].filter(
    (element) =>
      (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth) &&
      /auto|scroll/.test(getComputedStyle(element).overflow),
  );
  const isClipped = (tile: HTMLElement) =>
    tile.scrollHeight > tile.clientHeight || tile.scrollWidth > tile.clientWidth;
  const takeover = document.querySelector('[data-takeover]');
  return {
    tiles: items.map((item) => ({
      id: item.getAttribute('data-place') ?? '',
      kind: kindOf(tileOf(item)),
      text: item.textContent ?? '',
    })),
    takeover: takeover && kindOf(tileOf(takeover)),
    scrolls: root.scrollWidth > innerWidth || root.scrollHeight > innerHeight || scrollable.length > 0,
    clipped: items.flatMap((item) => {
      const tile = tileOf(item);
      return tile && isClipped(tile) ? (item.textContent ?? '') : [];
    }),
    elements: document.querySelectorAll('*').length,
    isConnectionLost: document.body.innerText.includes('Connection lost'),
  };
}

/** What a page has received of lightning and of warnings, as it came over the wire. Times are real epoch ms. */
export class Received {
  readonly #limitMs: number;
  readonly #speed: number;
  readonly #wasAwaySince: (ms: number) => boolean;
  #observedThrough: ReadonlyMap<string, number | null> = new Map();
  #arrivedAtMs = 0;
  /** The product clock less the real one times the speed, by the answer that took the shortest time. */
  #offsetMs = Number.NEGATIVE_INFINITY;
  readonly #overAtMs = new Map<string, number>();
  /** Since when the server has not known the lightning of a place. */
  readonly #unknownSinceMs = new Map<string, number>();
  /** When the last answers were asked for; 0 before the first. */
  lightningAtMs = 0;
  warningsAtMs = 0;
  /** The longest time between two answers of lightning, without those while the server is away. */
  longestGapMs = 0;

  /**
   * @param limitMs how old an answer may be, product ms
   * @param wasAwaySince whether the server was down at some time since an instant
   */
  constructor(
    page: Page,
    { limitMs, speed }: { readonly limitMs: number; readonly speed: number },
    wasAwaySince: (ms: number) => boolean,
  ) {
    this.#limitMs = limitMs;
    this.#speed = speed;
    this.#wasAwaySince = wasAwaySince;
    page.on('response', (response) => {
      const name = new URL(response.url()).pathname;
      if (!response.ok()) return;
      const askedAtMs = response.request().timing().startTime;
      if (name === '/api/observations/Violations') this.warningsAtMs = askedAtMs;
      if (name !== '/api/location/Delay') return;
      response.json().then(
        ({ data }) => this.#take(data, askedAtMs),
        // A server that ends may cut an answer off.
        () => undefined,
      );
    });
  }

  /** For how long the page must not show an answer for a place, real ms; negative while it has one of now. */
  overMs(id: string, atMs: number): number {
    const through = this.#observedThrough.get(id);
    if (through === undefined) return Number.NEGATIVE_INFINITY;
    const over =
      through === null
        ? atMs - (this.#unknownSinceMs.get(id) ?? atMs)
        : (atMs * this.#speed + this.#offsetMs - through - this.#limitMs) / this.#speed;
    if (over > 0 || through === null) this.#overAtMs.set(id, atMs);
    return over;
  }

  /** When the answer for a place was last found to be too old; 0 if never. */
  overAtMs(id: string): number {
    return this.#overAtMs.get(id) ?? 0;
  }

  #take(delays: Delays, askedAtMs: number): void {
    const nowMs = Date.now();
    const isAfterOutage = this.#wasAwaySince(this.#arrivedAtMs);
    for (const id of this.#observedThrough.keys()) this.overMs(id, nowMs);
    if (this.#arrivedAtMs > 0 && !isAfterOutage)
      this.longestGapMs = Math.max(this.longestGapMs, nowMs - this.#arrivedAtMs);
    this.lightningAtMs = askedAtMs;
    this.#arrivedAtMs = nowMs;
    this.#observedThrough = observedThroughOf(delays);
    for (const [id, through] of this.#observedThrough) {
      if (through !== null) this.#unknownSinceMs.delete(id);
      else if (!this.#unknownSinceMs.has(id)) this.#unknownSinceMs.set(id, nowMs);
    }
    const clocks = delays.flatMap(({ delay }) => (delay ? Date.parse(delay.now) : []));
    const offsetMs = Math.max(...clocks) - nowMs * this.#speed;
    this.#offsetMs = isAfterOutage ? offsetMs : Math.max(this.#offsetMs, offsetMs);
  }
}
