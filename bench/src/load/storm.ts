import { percentile, present } from '../measure.ts';
import type { Delays } from './dashboard-client.ts';
import type { HttpCalls } from './http-calls.ts';
import type { Scene, ScenePlace } from './scene.store.ts';

const batchEveryMs = 100;
/** Strikes that are measured, real ms apart. */
const aimEveryMs = 1_000;
/** Degrees around a place in which strikes fall: three places in ten are within the innermost radius. */
const around = 0.5;

interface Aimed {
  /** The time of the strike, epoch ms of the product clock. */
  readonly at: number;
  /** When it was sent, by `performance.now()`. */
  readonly sentAt: number;
}

export interface StrikeFigures {
  readonly strikes: number;
  readonly aimed: number;
  /** Aimed strikes that no page has shown. */
  readonly unseen: number;
  readonly toScreenP50Ms: number;
  readonly toScreenP99Ms: number;
}

/**
 * Strikes near the places of all organizations, which push them through the API in turns. One a second is aimed at a
 * place of its own, where no other strike falls; it is on the screen when the page has read an answer that names it.
 */
export class Storm {
  strikesPerSecond: number;
  readonly #options: {
    readonly calls: HttpCalls;
    readonly scene: Scene;
    readonly random: () => number;
    readonly productNow: () => number;
  };
  readonly #aimed = new Map<string, Aimed>();
  readonly #timers: NodeJS.Timeout[] = [];
  #toScreenMs: number[] = [];
  #sent = 0;
  #owed = 0;
  #missed = 0;
  #aims = 0;

  constructor(
    strikesPerSecond: number,
    options: {
      readonly calls: HttpCalls;
      readonly scene: Scene;
      readonly random: () => number;
      readonly productNow: () => number;
    },
  ) {
    this.strikesPerSecond = strikesPerSecond;
    this.#options = options;
  }

  start(): void {
    this.#timers.push(setInterval(() => this.#pushBatch(), batchEveryMs));
    this.#timers.push(setInterval(() => this.#aim(), aimEveryMs));
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  clear(): void {
    this.#toScreenMs = [];
    this.#aimed.clear();
    [this.#sent, this.#missed] = [0, 0];
  }

  /** What a page has read. */
  read(delays: Delays): void {
    for (const { locationId, delay } of delays) {
      const aimed = this.#aimed.get(locationId);
      const last = delay?.zones[0]?.lastStrike;
      if (!aimed || !last || Date.parse(last.at) < aimed.at) continue;
      this.#aimed.delete(locationId);
      this.#toScreenMs.push(performance.now() - aimed.sentAt);
    }
  }

  figures(): StrikeFigures {
    const late = [...this.#aimed.values()].filter(({ sentAt }) => performance.now() - sentAt > 10_000).length;
    return {
      strikes: this.#sent,
      aimed: this.#toScreenMs.length + this.#missed + late,
      unseen: this.#missed + late,
      toScreenP50Ms: Math.round(percentile(this.#toScreenMs, 0.5)),
      toScreenP99Ms: Math.round(percentile(this.#toScreenMs, 0.99)),
    };
  }

  #pushBatch(): void {
    const { scene, random, productNow } = this.#options;
    this.#owed += (this.strikesPerSecond * batchEveryMs) / 1_000;
    const count = Math.floor(this.#owed);
    this.#owed -= count;
    if (count === 0) return;
    const organization = present(scene.organizations[Math.floor(random() * scene.organizations.length)]);
    const strikes = Array.from({ length: count }, () => {
      const place = present(organization.places[Math.floor(random() * organization.places.length)]);
      const [north, east] = [around * (random() - 0.5), around * (random() - 0.5)];
      const at = productNow() - 2_000 * random();
      return { at, latitude: place.latitude + north, longitude: place.longitude + east };
    });
    void this.#push(organization.key, strikes);
  }

  /** At the people in turn, and at all places of each. */
  #aim(): void {
    const { scene, productNow } = this.#options;
    const { organization, people } = scene.aimed;
    const { locations } = present(people[this.#aims % people.length]);
    const location = present(locations[Math.floor(this.#aims / people.length) % locations.length]);
    this.#aims += 1;
    const at = Math.floor(productNow());
    if (this.#aimed.has(location.id)) this.#missed += 1;
    this.#aimed.set(location.id, { at, sentAt: performance.now() });
    void this.#push(organization.key, [{ ...location, at }]);
  }

  async #push(
    key: string,
    strikes: readonly (Pick<ScenePlace, 'latitude' | 'longitude'> & { readonly at: number })[],
  ): Promise<void> {
    const { status } = await this.#options.calls.call({
      ...{ method: 'POST', path: '/api/ingest/strikes', route: '/api/ingest/strikes', key },
      body: {
        feed: 'sensors',
        strikes: strikes.map(({ at, latitude, longitude }, n) => ({
          ...{ latitude, longitude, timeUtc: new Date(at).toISOString(), key: `${at} ${n}` },
        })),
      },
    });
    if (status === 200) this.#sent += strikes.length;
  }
}
