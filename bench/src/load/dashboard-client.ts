import type { LightningDelay } from '@allclear/contract';
import type { HttpCalls } from './http-calls.ts';
import { PageStream } from './page-stream.ts';
import type { ScenePerson } from './scene.store.ts';

export type Delays = readonly { readonly locationId: string; readonly delay: LightningDelay | null }[];

/** As `web/src/api/refresher.ts`: so many renewals run at once, and in a storm one in so many ms. */
const burst = 3;
const throttleMs = 3_000;

/**
 * A page that is open on the dashboard: its event stream, the intervals of its cards, and the lightning of its
 * locations as soon as a change of them is announced. `onDelays` gets each answer.
 */
export class DashboardClient {
  readonly person: ScenePerson;
  readonly stream: PageStream;
  readonly #calls: HttpCalls;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #onDelays: (delays: Delays) => void;
  #renewals: number[] = [];
  #waiting: NodeJS.Timeout | null = null;

  constructor(
    person: ScenePerson,
    options: {
      readonly port: number;
      readonly calls: HttpCalls;
      readonly intervals: Intervals;
      readonly random: () => number;
      readonly onDelays: (delays: Delays) => void;
    },
  ) {
    const { port, calls, intervals, random } = options;
    this.person = person;
    this.#calls = calls;
    this.#onDelays = options.onDelays;
    const [first] = person.locations;
    this.#every(intervals.delayMs, random, () => this.#readDelays());
    this.#every(intervals.statusMs, random, () => this.#read('status'));
    if (first) {
      this.#every(intervals.tapeMs, random, () => this.#read('location/LightningTape/:id', first.id));
      this.#every(intervals.observationMs, random, () =>
        this.#read('observations/ForLocation/:id', first.id),
      );
      this.#every(intervals.warningsMs, random, () => this.#read('observations/Violations/:id', first.id));
    }
    this.stream = new PageStream({ port, key: person.key }, ({ topic, locationIds }) => {
      if (topic === 'lightning' || topic === 'locations' || topic === 'policies')
        this.#announced(locationIds);
    });
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#waiting) clearTimeout(this.#waiting);
    this.stream.close();
  }

  /** From a random moment on, so that pages do not ask together. */
  #every(ms: number, random: () => number, work: () => Promise<unknown>): void {
    const first = setTimeout(() => {
      void work();
      this.#timers.push(setInterval(() => void work(), ms));
    }, random() * ms);
    this.#timers.push(first);
  }

  #announced(locationIds: readonly string[] | null): void {
    const own = this.person.locations;
    if (locationIds !== null && !own.some(({ id }) => locationIds.includes(id))) return;
    if (this.#waiting) return;
    const now = performance.now();
    this.#renewals = this.#renewals.filter((at) => now - at < burst * throttleMs);
    const renew = () => {
      this.#waiting = null;
      this.#renewals.push(performance.now());
      void this.#readDelays();
    };
    if (this.#renewals.length < burst) renew();
    else this.#waiting = setTimeout(renew, throttleMs);
  }

  async #readDelays(): Promise<void> {
    const { status, text } = await this.#read('location/Delay');
    if (status !== 200) return;
    this.#onDelays((JSON.parse(text) as { data: Delays }).data);
  }

  #read(route: string, id = '') {
    return this.#calls.call({
      route: `/api/${route}`,
      path: `/api/${route.replace(':id', id)}`,
      key: this.person.key,
    });
  }
}

/** Real ms between two reads. */
export interface Intervals {
  readonly delayMs: number;
  readonly statusMs: number;
  readonly tapeMs: number;
  readonly observationMs: number;
  readonly warningsMs: number;
}
