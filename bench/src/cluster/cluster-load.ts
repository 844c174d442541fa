// Over 300 lines: what all clients of the load share is one record of what was acknowledged.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Closure, LightningDelay, PlaceState, Status } from '@allclear/contract';
import { type AcknowledgedStrike, proveModel, whyNotClear, type Zone } from './place-model.ts';

/** Real ms. A request that takes longer is given up, as a page gives it up. */
const requestMs = 4_000;
const readers = 4;
const readRestMs = 120;
const streams = 4;
/** Product ms by which two processes may differ in their clocks, and by which ours may differ from theirs. */
const clockSlackMs = 10_000;
/** The all-clear time of the policies, which the load sets to the shortest there is. */
export const clearMinutes = 10;

export interface LoadFigures {
  readonly reads: number;
  readonly failedReads: number;
  readonly clearZones: number;
  readonly delayedZones: number;
  readonly strikes: number;
  readonly closureChanges: number;
  readonly uncertainChanges: number;
  readonly streamEvents: number;
  readonly streamConnections: number;
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A stretch without a known answer, real ms by `performance.now()`. */
export interface Outage {
  readonly from: number;
  readonly to: number;
}

type Delays = readonly { readonly locationId: string; readonly delay: LightningDelay | null }[];
interface OwnLocation {
  readonly id: string;
  readonly label: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Clients of the cluster that read, write and follow it, and judge whatever they are answered. */
export class ClusterLoad {
  readonly #url: string;
  readonly #key: string;
  readonly #random: () => number;
  readonly #stopping = new AbortController();
  readonly #findings: string[] = [];
  readonly #strikes: AcknowledgedStrike[] = [];
  /** Places that the load keeps closed, by the instant from which everybody may be expected to have read it. */
  readonly #closedBy = new Map<string, number>();
  readonly #outages: Outage[] = [];
  readonly #followers: StreamFollower[] = [];
  #running: Promise<unknown>[] = [];
  #places: readonly Place[] = [];
  #locations = new Map<string, OwnLocation>();
  #clock = { productAt: 0, realAt: 0, speed: 1 };
  #answeredAt = performance.now();
  #counts = {
    reads: 0,
    failedReads: 0,
    clearZones: 0,
    delayedZones: 0,
    closureChanges: 0,
    uncertainChanges: 0,
  };
  /** Strikes are pushed only while this is set: the end of a run waits for all clears. */
  isStorming = true;

  constructor(url: string, key: string, random: () => number) {
    proveModel();
    this.#url = url;
    this.#key = key;
    this.#random = random;
  }

  /** Everything that was wrong, a sentence each. */
  get findings(): readonly string[] {
    return this.#findings;
  }

  get strikes(): readonly AcknowledgedStrike[] {
    return this.#strikes;
  }

  get places(): readonly Place[] {
    return this.#places;
  }

  async start(): Promise<void> {
    await this.#readClock();
    this.#places = await this.call<Place[]>('GET', 'organizationLocation');
    for (const one of await this.call<OwnLocation[]>('GET', 'location')) this.#locations.set(one.id, one);
    this.#answeredAt = performance.now();
    for (let index = 0; index < streams; index++) {
      const follower = new StreamFollower(
        { url: this.#url, key: this.#key },
        { wrong: (finding) => this.#wrong(finding), onPlace: (state) => this.#judgePlace(state) },
      );
      this.#followers.push(follower);
      this.#running.push(follower.run(this.#stopping.signal));
    }
    for (let index = 0; index < readers; index++)
      this.#running.push(this.#until(() => this.#read(), readRestMs));
    this.#running.push(this.#until(() => this.#storm(), 1_000));
    for (const place of this.#places.slice(0, 3)) this.#running.push(this.#keepClosed(place));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
    this.#running = [];
    // Each stream has the events that any of them has: what one missed it has received since.
    const newest = Math.max(...this.#followers.map(({ position }) => position));
    for (const { position, connections } of this.#followers)
      if (position < newest - 50 || connections === 0)
        this.#wrong(`A stream ended at event ${position}, and another one at ${newest}`);
  }

  figures(): LoadFigures {
    return {
      ...this.#counts,
      strikes: this.#strikes.length,
      streamEvents: this.#followers.reduce((sum, { events }) => sum + events, 0),
      streamConnections: this.#followers.reduce((sum, { connections }) => sum + connections, 0),
    };
  }

  /** The longest stretch without a known answer since an instant of `performance.now()`, real ms. */
  longestUnknownSince(from: number): number {
    const now = performance.now();
    const all = [...this.#outages, { from: this.#answeredAt, to: now }];
    return Math.max(0, ...all.filter(({ to }) => to >= from).map((one) => one.to - Math.max(one.from, from)));
  }

  /** Resolves when an answer is known again that was asked for after now. */
  async answered(withinMs: number): Promise<void> {
    const began = performance.now();
    while (this.#answeredAt < began) {
      if (performance.now() - began > withinMs)
        throw new Error(`No answer was known for ${withinMs / 1000} s.`);
      await pause(50);
    }
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.#url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(requestMs),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok)
      throw new Refused(answer.status, `${method} ${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  }

  #wrong(finding: string): void {
    // The same fault is seen by every read.
    if (this.#findings.length < 50 && !this.#findings.includes(finding)) this.#findings.push(finding);
  }

  async #until(turn: () => Promise<void>, restMs: number): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await turn();
      await pause(restMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
  }

  async #readClock(): Promise<void> {
    const { now, speed } = await this.call<Status>('GET', 'status');
    this.#clock = { productAt: Date.parse(now), realAt: performance.now(), speed };
  }

  /** The product clock, epoch ms. */
  productNow(): number {
    return this.#clock.productAt + (performance.now() - this.#clock.realAt) * this.#clock.speed;
  }

  async #read(): Promise<void> {
    const began = performance.now();
    const turn = this.#random();
    try {
      this.#counts.reads += 1;
      if (turn < 0.1) {
        const { now } = await this.call<Status>('GET', 'status');
        // It never goes back, whichever process answers.
        const behind = this.productNow() - (performance.now() - began) * this.#clock.speed - Date.parse(now);
        if (behind > clockSlackMs) this.#wrong(`The product clock went back by ${Math.round(behind)} ms`);
      } else if (turn < 0.2) {
        const found = await this.call<OwnLocation[]>('GET', 'location');
        if (found.length !== this.#locations.size) this.#wrong(`${found.length} locations were answered`);
      } else if (turn < 0.5) {
        const ids = [...this.#locations.keys()];
        const id = ids[Math.floor(this.#random() * ids.length)] ?? '';
        this.#judge(id, await this.call<LightningDelay>('GET', `location/Delay/${id}`));
        this.#noteAnswer(began);
      } else {
        const all = await this.call<Delays>('GET', 'location/Delay');
        for (const { locationId, delay } of all) if (delay !== null) this.#judge(locationId, delay);
        if (all.length > 0 && all.every(({ delay }) => delay !== null)) this.#noteAnswer(began);
      }
    } catch {
      this.#counts.failedReads += 1;
    }
  }

  /** An answer that was asked for at `began` is known: from then on nothing was unknown. */
  #noteAnswer(began: number): void {
    if (began - this.#answeredAt > 1_000) this.#outages.push({ from: this.#answeredAt, to: began });
    this.#answeredAt = Math.max(this.#answeredAt, began);
  }

  #judge(locationId: string, delay: LightningDelay): void {
    const location = this.#locations.get(locationId);
    if (!location) {
      this.#wrong(`A location ${locationId} was answered that is none of ours`);
      return;
    }
    for (const { state, radiusMiles } of delay.zones) {
      if (state !== 'clear') {
        this.#counts.delayedZones += 1;
        continue;
      }
      this.#counts.clearZones += 1;
      const zone: Zone = {
        ...{ placeName: location.label, latitude: location.latitude, longitude: location.longitude },
        ...{ radiusMiles, allClearMinutes: delay.allClearMinutes },
      };
      const why = whyNotClear(this.#strikes, zone, Date.parse(delay.now));
      if (why !== null) this.#wrong(why);
    }
  }

  /** The state of a place in an event stream. A place that was closed before the state was found out is not clear. */
  #judgePlace(state: PlaceState): void {
    const place = this.#places.find(({ id }) => id === state.id);
    if (!place || state.state !== 'clear') return;
    const at = Date.parse(state.atUtc);
    const closedBy = this.#closedBy.get(place.id);
    if (closedBy !== undefined && closedBy < at)
      this.#wrong(`${place.name} is closed, and its state was clear at ${state.atUtc}`);
    const around = { placeName: `${place.name} (event stream)`, ...place };
    const why = whyNotClear(this.#strikes, { ...around, radiusMiles: 10, allClearMinutes: clearMinutes }, at);
    if (why !== null) this.#wrong(why);
  }

  /** A strike near one of the places now and then, with pauses in which the places become clear. */
  async #storm(): Promise<void> {
    const minutes = this.productNow() / 60_000;
    // Fifteen minutes of storm, fifteen without.
    if (!this.isStorming || minutes % 30 > 15 || this.#random() > 0.25) return;
    const place = this.#places[Math.floor(this.#random() * this.#places.length)];
    if (!place) return;
    const strike = {
      at: Math.floor(this.productNow() - 2_000),
      latitude: place.latitude + (this.#random() - 0.5) / 10,
      longitude: place.longitude + (this.#random() - 0.5) / 10,
    };
    const body = {
      feed: 'sensors of the load',
      strikes: [
        {
          timeUtc: new Date(strike.at).toISOString(),
          latitude: strike.latitude,
          longitude: strike.longitude,
          key: randomUUID(),
        },
      ],
    };
    await this.#acknowledged(() => this.call('POST', 'ingest/strikes', body));
    this.#strikes.push({ ...strike, acknowledgedBy: this.productNow() + clockSlackMs });
  }

  /** Sends a request again until it is acknowledged, as a sender does. */
  async #acknowledged<T>(send: () => Promise<T>): Promise<T | null> {
    for (;;) {
      try {
        return await send();
      } catch (error) {
        this.#counts.uncertainChanges += 1;
        if (error instanceof Refused && error.status < 500) throw error;
        if (this.#stopping.signal.aborted) return null;
        await pause(300);
      }
    }
  }

  /**
   * Keeps a place closed with a reason that counts up: what was acknowledged is read back, and never an older one.
   */
  async #keepClosed(place: Place): Promise<void> {
    let [sent, acknowledged] = [0, 0];
    let closureId: string | null = null;
    await this.#until(async () => {
      try {
        const found: Closure | undefined = (await this.call<Closure[]>('GET', 'Closure')).find(
          (one) => one.organizationLocationId === place.id,
        );
        const count = found ? Number(/\d+$/.exec(found.reason)?.[0]) : null;
        if (closureId !== null && (count === null || count < acknowledged || count > sent))
          this.#wrong(
            `${place.name}: change ${acknowledged} of its closure was acknowledged, ${count} is read`,
          );
        closureId = found?.id ?? null;
        if (count !== null) acknowledged = Math.max(acknowledged, count);
        sent += 1;
        const form = { reason: `Change ${sent}`, untilUtc: null };
        const written: Closure =
          closureId === null
            ? await this.call<Closure>('POST', 'Closure', { ...form, organizationLocationId: place.id })
            : await this.call<Closure>('PUT', `Closure/${closureId}`, form);
        closureId = written.id;
        acknowledged = sent;
        if (!this.#closedBy.has(place.id)) this.#closedBy.set(place.id, this.productNow() + clockSlackMs);
        this.#counts.closureChanges += 1;
      } catch (error) {
        this.#counts.uncertainChanges += 1;
        if (error instanceof Refused && error.status < 500 && error.status !== 409 && error.status !== 429)
          this.#wrong(error.message);
      }
    }, 700);
  }
}

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The event stream as a program reads it: it comes back with the last id that it has, and misses nothing. */
class StreamFollower {
  readonly #url: string;
  readonly #key: string;
  readonly #wrong: (finding: string) => void;
  readonly #onPlace: (state: PlaceState) => void;
  /** The position of the last event; 0 before the first connection. */
  position = 0;
  events = 0;
  connections = 0;
  #lastId: string | null = null;

  constructor(
    { url, key }: { readonly url: string; readonly key: string },
    judge: { wrong(finding: string): void; onPlace(state: PlaceState): void },
  ) {
    this.#url = url;
    this.#key = key;
    this.#wrong = judge.wrong;
    this.#onPlace = judge.onPlace;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#connection(signal).catch(() => {});
      await pause(500, undefined, { signal }).catch(() => {});
    }
  }

  async #connection(stopping: AbortSignal): Promise<void> {
    // Silence of 45 s is an outage (docs/events.md).
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), 45_000);
    try {
      const answer = await fetch(`${this.#url}/api/events`, {
        headers: {
          authorization: `Bearer ${this.#key}`,
          ...(this.#lastId === null ? {} : { 'last-event-id': this.#lastId }),
        },
        signal: AbortSignal.any([stopping, silence.signal]),
      });
      if (!answer.ok || answer.body === null) return;
      let text = '';
      const decoder = new TextDecoder();
      for await (const chunk of answer.body) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), 45_000);
        text += decoder.decode(chunk, { stream: true });
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          this.#take(text.slice(0, end));
          text = text.slice(end + 2);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #take(frame: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? null;
    const [id, kind] = [field('id'), field('event')];
    if (kind === 'reset') this.#wrong(`A stream could not go on: ${field('data')}`);
    if (id === null) return;
    const position = Number(id.split('-')[1]);
    if (kind === 'hello') {
      this.connections += 1;
      if (this.#lastId !== null && position !== this.position)
        this.#wrong(`A stream had event ${this.position} and goes on at ${position}`);
      this.position = position;
      const { places } = JSON.parse(field('data') ?? '{}') as { places?: PlaceState[] };
      for (const place of places ?? []) this.#onPlace(place);
    } else {
      // One that it has already is dropped by a program.
      if (position <= this.position) return;
      if (position !== this.position + 1)
        this.#wrong(`A stream has event ${position} after ${this.position}: one is missing`);
      this.position = position;
      if (kind !== null) this.events += 1;
      if (kind === 'place.state')
        this.#onPlace((JSON.parse(field('data') ?? '{}') as { place: PlaceState }).place);
    }
    this.#lastId = id;
  }
}
