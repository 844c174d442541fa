import type { ServerResponse } from 'node:http';
import type { PublicSiren } from '@allclear/contract';
import { publicSirenOf, type WeatherKind } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { LightningLive } from '../../lightning/index.ts';
import { timeZoneOf } from '../../organizations/index.ts';
import type { Change } from '../../platform/change-feed/change-feed.store.ts';
import { type Clock, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { LivePlaceAnswers } from '../../warnings/index.ts';
import { type PublicUnit, publicUnits } from './public-page.store.ts';
import { changeKey, keyOf, type SirenAddress, SirenAnswers } from './siren-answers.ts';

/** Real ms between two looks while somebody follows a page. */
const roundMs = 250;
/** A page is sent the state this often when nothing changes, real ms; it covers itself when nothing comes. */
const heartbeatMs = 10_000;
/** Units are read again this often, and after a change of hardware, real ms. */
const unitsEveryMs = 30_000;
/** Units that were read longer ago than this are not known any more, real ms. */
const unitsStaleMs = 60_000;
/** Streams of one process; a page beyond it asks again and again instead. */
const maxStreams = 500;
/** Of one address: a school behind one address has many screens, an attacker not all of them. */
const maxStreamsOfNetwork = 100;
/** The stream of a page that does not read is closed. */
const maxBufferedBytes = 100_000;

interface Context {
  readonly db: Database;
  readonly live: LightningLive;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly weather: WeatherKind;
}

interface Stream {
  readonly address: SirenAddress;
  readonly network: string;
  readonly response: ServerResponse;
  /** What was last written, without what changes with each second. */
  last: string;
  writtenAt: number;
}

/** The states of the places of public sirens, for everybody: from memory, however many ask. */
export class PublicSirens {
  /** What those who ask are answered; a stream is beside it. */
  readonly answers = new SirenAnswers((address) => this.#present(address));
  readonly #context: Context;
  readonly #answers: LivePlaceAnswers;
  readonly #streams = new Set<Stream>();
  #units: readonly PublicUnit[] = [];
  #unitsReadAt = Number.NEGATIVE_INFINITY;
  #unitsDue = true;
  #reading: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** So that a store that is away is logged once. */
  #isFailing = false;

  constructor(context: Context) {
    this.#context = context;
    const { db, live } = context;
    this.#answers = new LivePlaceAnswers({
      ...{ db, live },
      organizationIds: async () => [...new Set(this.#units.map(({ organizationId }) => organizationId))],
      onRead: () => this.#ended(null),
      onError: (error) => this.#ended(error),
    });
  }

  get streams(): number {
    return this.#streams.size;
  }

  /** Something in the store changed; null: anything may have. */
  apply(change: Pick<Change, 'topic'> | null): void {
    if (change === null || change.topic === 'hardware' || change.topic === 'organizations')
      this.#unitsDue = true;
    this.#answers.apply(change);
  }

  /** The state of a siren's place; null while it is not known, `none` where there is no such page. */
  async answer(address: SirenAddress): Promise<PublicSiren | null | 'none'> {
    await this.#refresh();
    this.#timer ??= setInterval(() => this.#round(), roundMs).unref();
    return this.#present(address);
  }

  /** Whether no more pages can be followed, of all or from this network. */
  isFull(network: string): boolean {
    if (this.#streams.size >= maxStreams) return true;
    return [...this.#streams].filter((stream) => stream.network === network).length >= maxStreamsOfNetwork;
  }

  /** Writes the state of a siren's place to a page: now, within a second of a change, and every ten seconds. */
  follow(address: SirenAddress, network: string, response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    });
    response.write('retry: 10000\n');
    const stream = { address, network, response, last: '', writtenAt: Number.NEGATIVE_INFINITY };
    this.#streams.add(stream);
    const end = () => this.#streams.delete(stream);
    response.on('close', end);
    response.on('error', end);
    this.#write(stream);
    this.#timer ??= setInterval(() => this.#round(), roundMs).unref();
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    for (const { response } of [...this.#streams]) response.end();
    this.#streams.clear();
  }

  #round(): void {
    if (this.#streams.size === 0 && !this.answers.isAsked) {
      if (this.#timer) clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    void this.#refresh();
    for (const stream of [...this.#streams]) this.#write(stream);
    void this.answers.renew();
  }

  #write(stream: Stream): void {
    const siren = this.#present(stream.address);
    // Its page was switched off, or it has another name.
    if (siren === 'none') return void stream.response.end();
    const key = changeKey(siren);
    const now = performance.now();
    if (key === stream.last && now - stream.writtenAt < heartbeatMs) return;
    if (stream.response.writableLength > maxBufferedBytes) return void stream.response.destroy();
    stream.last = key;
    stream.writtenAt = now;
    stream.response.write(`event: siren\ndata: ${JSON.stringify({ siren })}\n\n`);
  }

  #present({ customerName, sirenName }: SirenAddress): PublicSiren | null | 'none' {
    const organizationKey = keyOf(customerName);
    const sirenKey = keyOf(sirenName);
    const found = this.#units.filter(
      (unit) => unit.organizationKey === organizationKey && unit.sirenKey === sirenKey,
    );
    const [unit] = found;
    if (!unit) return this.#unitsReadAt === Number.NEGATIVE_INFINITY ? null : 'none';
    // Two of one name, by a change of the organization's: whose state it is cannot be said.
    if (found.length > 1 || performance.now() - this.#unitsReadAt > unitsStaleMs) return null;
    return this.#stateOf(unit);
  }

  #stateOf(unit: PublicUnit): PublicSiren | null {
    const { clock, weather } = this.#context;
    if (unit.placeId === null || !unit.isEnabled) return null;
    const now = clock.now();
    const [answered] = this.#answers.at(now, new Set([unit.placeId])) ?? [];
    if (!answered || answered.observedThrough === null) return null;
    const { answer, countdown } = answered;
    const timeZone = timeZoneOf(unit);
    const said = publicSirenOf(answer, countdown, { timeZone, now });
    if (said === null) return null;
    return {
      locationName: unit.placeName,
      ...said,
      ...{ observedThrough: isoTime(answered.observedThrough), timeZone },
      now: isoTime(now),
      wallNow: isoTime(wallNow()),
      speed: clock.speed,
      weather,
      drill: unit.isInDrill,
    };
  }

  /** Reads what is due; one at a time, whoever asks. Never rejects: what could not be read becomes unknown with time. */
  #refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    if (this.#unitsDue || performance.now() - this.#unitsReadAt > unitsEveryMs) {
      this.#unitsDue = false;
      const began = performance.now();
      try {
        const before = this.#units;
        this.#units = await publicUnits(this.#context.db);
        this.#unitsReadAt = began;
        if (this.#units.some(({ unitId }) => !before.some((one) => one.unitId === unitId)))
          this.#answers.apply(null);
      } catch (error) {
        this.#unitsDue = true;
        this.#ended(error);
      }
    }
    if (this.#units.length > 0) await this.#answers.refresh();
  }

  #ended(error: unknown): void {
    if (error !== null && !this.#isFailing)
      this.#context.log.error({ err: error }, 'the states of public sirens could not be read');
    this.#isFailing = error !== null;
  }
}
