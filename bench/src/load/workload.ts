import { DashboardClient, type Intervals } from './dashboard-client.ts';
import { HttpCalls } from './http-calls.ts';
import { Latencies } from './latencies.ts';
import type { Scene } from './scene.store.ts';
import { Storm } from './storm.ts';

/** Real ms. */
const defaultPhoneMs = 60_000;
const widgetEveryMs = 30_000;
const stationEveryMs = 60_000;

export interface WorkloadOptions {
  readonly port: number;
  readonly scene: Scene;
  readonly random: () => number;
  readonly speed: number;
  /** How many of the people have a dashboard open; the others look on their phones. */
  readonly dashboards: number;
  readonly strikesPerSecond: number;
  /** Real ms between two looks at a phone; a minute unless set. */
  readonly phoneEveryMs?: number;
}

/** Everybody and everything that uses an installation in a storm, each at its own interval from a random moment on. */
export class Workload {
  readonly latencies = new Latencies();
  readonly calls: HttpCalls;
  readonly storm: Storm;
  readonly #options: WorkloadOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  #dashboards: DashboardClient[] = [];
  #clock = { productAt: Date.now(), realAt: performance.now() };

  constructor(options: WorkloadOptions) {
    const { port, scene, random, strikesPerSecond } = options;
    this.#options = options;
    this.calls = new HttpCalls(port, this.latencies);
    this.storm = new Storm(strikesPerSecond, {
      calls: this.calls,
      scene,
      random,
      productNow: () => this.productNow(),
    });
  }

  /** Epoch ms of the product clock. */
  productNow(): number {
    const { productAt, realAt } = this.#clock;
    return productAt + (performance.now() - realAt) * this.#options.speed;
  }

  get streamConnections(): number {
    return this.#dashboards.reduce((sum, { stream }) => sum + stream.connections, 0);
  }

  async start(): Promise<void> {
    const { port, scene, random, speed, dashboards, phoneEveryMs = defaultPhoneMs } = this.#options;
    await this.#readClock();
    await this.#introduce();
    const intervals = intervalsAt(speed);
    const pages = [...scene.aimed.people, ...scene.people.slice(0, dashboards)];
    this.#dashboards = pages.map(
      (person) =>
        new DashboardClient(person, {
          ...{ port, calls: this.calls, intervals, random },
          onDelays: (delays) => this.storm.read(delays),
        }),
    );
    for (const person of scene.people.slice(dashboards))
      this.every(phoneEveryMs, () => this.#lookAtPhone(person.key, person.locations[0]?.id));
    for (const id of scene.widgets)
      this.every(widgetEveryMs, () =>
        this.calls.call({ path: `/api/public/Widget/${id}`, route: '/api/public/Widget/:id' }),
      );
    for (const station of scene.stations) this.every(stationEveryMs, () => this.#report(station));
    this.storm.start();
  }

  /** From a random moment on. */
  every(ms: number, work: () => Promise<unknown>): void {
    const first = setTimeout(() => {
      this.#timers.delete(first);
      void work();
      this.#timers.add(setInterval(() => void work(), ms));
    }, this.#options.random() * ms);
    this.#timers.add(first);
  }

  stop(): void {
    this.storm.stop();
    for (const timer of this.#timers) clearInterval(timer);
    for (const page of this.#dashboards) page.close();
    this.calls.close();
  }

  /**
   * Each key is used once, a few at a time: the server suspects hundreds of keys that come at once from one network,
   * as all of a run do, and that it has not met before.
   */
  async #introduce(): Promise<void> {
    const { people, aimed } = this.#options.scene;
    const all = [...people, ...aimed.people];
    for (let from = 0; from < all.length; from += 8)
      await Promise.all(
        all
          .slice(from, from + 8)
          .map(({ key }) => this.calls.call({ key, path: '/api/location', route: '/api/location' })),
      );
  }

  async #readClock(): Promise<void> {
    const { text } = await this.calls.call({ path: '/api/status', route: '/api/status' });
    const { data } = JSON.parse(text) as { data: { now: string } };
    this.#clock = { productAt: Date.parse(data.now), realAt: performance.now() };
  }

  /** The app is opened, shows the first place, and is closed again. */
  async #lookAtPhone(key: string, locationId: string | undefined): Promise<void> {
    const read = (route: string, id = '') =>
      this.calls.call({ key, route: `/api/${route}`, path: `/api/${route.replace(':id', id)}` });
    await Promise.all([read('status'), read('location')]);
    if (locationId === undefined) return;
    await Promise.all([read('location/Delay'), read('observations/ForLocation/:id', locationId)]);
  }

  async #report({ uploadId, key }: Scene['stations'][number]): Promise<void> {
    const { random } = this.#options;
    const fields = {
      ...{ ID: uploadId, PASSWORD: key, action: 'updateraw', dateutc: 'now' },
      ...{ tempf: (80 + 10 * random()).toFixed(1), humidity: (50 + 30 * random()).toFixed(0) },
      ...{ windspeedmph: (20 * random()).toFixed(1), winddir: '180', baromin: '29.9', dailyrainin: '0.2' },
    };
    const route = '/weatherstation/updateweatherstation.php';
    await this.calls.call({ route, path: `${route}?${new URLSearchParams(fields)}` });
  }
}

/** As `web/src/api/polling.ts`: at another speed some data are asked for more often. */
function intervalsAt(speed: number): Intervals {
  const at = (ms: number, floorMs: number) => Math.max(Math.min(floorMs, ms), ms / Math.max(1, speed));
  return {
    delayMs: Math.max(1_000, Math.min(10_000, 60_000 / Math.max(1, speed))),
    tapeMs: at(20_000, 5_000),
    statusMs: at(30_000, 15_000),
    observationMs: at(60_000, 15_000),
    warningsMs: at(60_000, 20_000),
  };
}
