// Over 300 lines: one state, read by one round and said by another.
import type { ServerResponse } from 'node:http';
import type { PublicShow } from '@allclear/contract';
import { type ShowView, showViewKey, type WeatherKind } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { CameraStills } from '../cameras/index.ts';
import type { LightningLive } from '../lightning/index.ts';
import type { Radar } from '../map/index.ts';
import type { Change } from '../platform/change-feed/change-feed.store.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { PublicAnswers } from '../platform/http/public/public-answers.ts';
import type { ImageBytes } from '../platform/http/public/public-image.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { answersForPlaces, LivePlaceAnswers, type PlaceWithWarnings } from '../warnings/index.ts';
import {
  readWidgetOrganization,
  type WeatherSources,
  type WidgetOrganizationData,
} from '../widgets/index.ts';
import { isGood, type OpenLink, OpenLinks } from './open-links.ts';
import { type ShowImage, ShowImages } from './show-images.ts';
import { ShowStills } from './show-stills.ts';
import { eventOfView, type ShowLimits, ShowStreams } from './show-streams.ts';
import { weatherOfShows } from './show-weather.ts';
import { type StoredShow, showsByIds } from './shows.store.ts';
import { placesOfShow, timeZoneOfShow, viewOfShow } from './view-of-show.ts';

/** Real ms between two looks while a show is open. */
const roundMs = 500;
/** How long an answer is good after the store and lightning were seen last, in ms of weather at speed 1. */
const answerGoodMs = 30_000;
/** Where nothing changes, an answer is renewed this often, and streams are written so often, real ms. */
const renewEveryMs = 5_000;
const heartbeatMs = 10_000;
/** Read again this often, and after a change, real ms. */
const readEveryMs = { shows: 30_000, weather: 15_000 };
/** Changes of observations come in bursts; real ms. */
const weatherPauseMs = 2_000;
/** A show that was opened a moment ago may have no stream and no kept answer yet, real ms. */
const openingMs = 60_000;
/** Work that takes turns with requests: after so many shows. */
const showsInARow = 50;

export interface PublicShowsContext {
  readonly db: Database;
  readonly live: LightningLive;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly weather: WeatherKind;
  readonly sources: WeatherSources;
  readonly radar: Radar;
  readonly stills: CameraStills;
  readonly secrets: Pick<SecretBox, 'digests'>;
  readonly limits: ShowLimits;
}

/** A show that is open somewhere, with what was last read for it. */
interface ActiveShow {
  show: StoredShow;
  /** Of its organization. */
  data: WidgetOrganizationData;
  weather: Awaited<ReturnType<typeof weatherOfShows>>;
  images: readonly (ShowImage | null)[];
  /** What was last said, without what changes although nothing happened; null before the first time. */
  key: string | null;
  /** The same as an event of a stream. */
  event: Buffer;
  saidAt: number;
  writtenAt: number;
  readonly openedAt: number;
  /** Whether everything was read once: nothing is said before. */
  isRead: boolean;
}

const showTopics = new Set(['shows', 'policies', 'locations', 'organizations']);
const path = '/api/public/Show/Picture';

/** What shows show: made once for each change and sent from memory, however many screens there are. */
export class PublicShows {
  /** By the id of the show. A token is in a header, so that no shared cache may keep an answer. */
  readonly answers = new PublicAnswers({
    open: (showId) => this.#open(showId),
    caching: { cacheControl: 'private, no-cache', vary: 'accept-encoding, authorization' },
  });
  readonly links: OpenLinks;
  readonly #context: PublicShowsContext;
  readonly #places: LivePlaceAnswers;
  readonly #images: ShowImages;
  readonly #stills: ShowStills;
  readonly #streams: ShowStreams;
  readonly #active = new Map<string, ActiveShow>();
  #due = { shows: true, weather: true };
  #readAt = { shows: Number.NEGATIVE_INFINITY, weather: Number.NEGATIVE_INFINITY };
  #checking: Promise<void> | null = null;
  #reading: Promise<void> | null = null;
  #publishing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isFailing = false;
  /** So that a store that is away is logged once. */
  #isLogged = false;
  /** When everything was last read, or found to be current: product time, epoch ms. */
  #currentAt = Number.NEGATIVE_INFINITY;

  constructor(context: PublicShowsContext) {
    this.#context = context;
    const { db, live } = context;
    this.links = new OpenLinks(db);
    this.#images = new ShowImages(context);
    this.#stills = new ShowStills(context, path);
    this.#streams = new ShowStreams(context.limits);
    this.#places = new LivePlaceAnswers({
      ...{ db, live },
      organizationIds: async () => [...this.#organizationIds()],
      onRead: () => {},
      onError: (error) => this.#failed(error),
    });
  }

  /** Screens that follow a stream. */
  get streams(): number {
    return this.#streams.count;
  }

  /** Something in the store changed; null: anything may have. */
  apply(change: Pick<Change, 'topic'> | null): void {
    const topic = change?.topic ?? null;
    if (topic === null || showTopics.has(topic)) this.#due.shows = true;
    if (topic === null || topic === 'observations') this.#due.weather = true;
    this.#places.apply(change);
  }

  /** A show or a link was changed here: in force before the one who changed it is answered. */
  async changed(): Promise<void> {
    this.apply({ topic: 'shows' });
    if (this.#active.size === 0 && this.links.size === 0) return;
    // What is being read may be older than the change.
    await Promise.all([this.#checking, this.#reading]);
    await this.#read();
    await this.#publishing;
    await this.#publish();
  }

  /** Whether no more screens can follow, of all or from this network. */
  isFull(network: string): boolean {
    return this.#streams.isFull(network);
  }

  /** Writes what a show shows to a screen: now, within a second of a change, and every ten seconds. */
  follow(link: OpenLink, network: string, response: ServerResponse): void {
    const active = this.#active.get(link.showId);
    if (active && !this.#streams.has(link.showId)) active.writtenAt = active.saidAt;
    // Both may have ended since the screen asked; then the stream does.
    this.#streams.open(link, network, response, active?.isRead && isGood(link) ? active.event : null);
    if (!active) this.#streams.endShow(link.showId);
    this.#streams.endOver();
    this.#start();
  }

  /** A picture by its name; null where there is none of the name. */
  async picture(name: string): Promise<ImageBytes | null> {
    return (await this.#images.read(name)) ?? this.#stills.picture(name);
  }

  /** What a show would show that is not stored. */
  async preview(show: StoredShow): Promise<PublicShow> {
    const { db, clock, live, sources } = this.#context;
    const data = await readWidgetOrganization(db, show.organizationId);
    await this.#stills.ready(show);
    const now = clock.now();
    const images = await this.#images.of(show, timeZoneOfShow(show, data), now);
    const urls = await Promise.all(images.map((image) => image && this.#dataUrl(image.name)));
    const answers = await answersForPlaces(db, live, show.organizationId, now);
    return this.#view(show, data, {
      weather: await weatherOfShows(db, sources, data, [show], now),
      answers: new Map(answers.map((answered) => [answered.place.id, answered])),
      images: images.map((image, index) => image && withUrl(image, urls[index] ?? null)),
      goodUntil: now + answerGoodMs * clock.speed,
    });
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#streams.close();
    this.#active.clear();
  }

  #start(): void {
    this.#timer ??= setInterval(() => this.#round(), roundMs).unref();
  }

  async #dataUrl(name: string): Promise<string | null> {
    const image = await this.#images.read(name).catch(() => null);
    return image && `data:${image.contentType};base64,${image.bytes.toString('base64')}`;
  }

  async #open(showId: string): Promise<PublicShow | null> {
    // Its screens follow streams, and nobody has asked for a while.
    const known = this.#active.get(showId);
    if (known?.isRead) return this.#say(known);
    const { db, clock, sources } = this.#context;
    const [show] = await showsByIds(db, [showId]);
    if (!show) return null;
    const { organizationId } = show;
    const isNew = !this.#organizationIds().has(organizationId);
    const active: ActiveShow = {
      ...{ show, data: await readWidgetOrganization(db, organizationId), weather: new Map(), images: [] },
      ...{ key: null, event: Buffer.alloc(0), saidAt: 0, writtenAt: 0, openedAt: performance.now() },
      isRead: false,
    };
    // Before it is read, so that a change meanwhile is not missed.
    this.#active.set(showId, active);
    this.#start();
    try {
      if (isNew) this.#places.apply(null);
      await this.#read();
      // What was being read when it was opened did not have its organization.
      if (isNew) await this.#read();
      const now = clock.now();
      active.weather = await weatherOfShows(db, sources, active.data, [active.show], now);
      active.images = await this.#images.of(active.show, timeZoneOfShow(active.show, active.data), now);
      await this.#stills.read(active.show);
      active.isRead = true;
    } catch (error) {
      this.#active.delete(showId);
      throw error;
    }
    // It may have been changed while it was read; or it was deleted.
    this.#due.shows = true;
    return this.#active.get(showId) === active ? this.#say(active) : null;
  }

  #organizationIds(): Set<string> {
    return new Set([...this.#active.values()].map(({ show }) => show.organizationId));
  }

  #round(): void {
    this.#streams.endOver();
    if (this.#active.size === 0 && this.links.size === 0) {
      if (this.#timer) clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    for (const [id, { show }] of this.#active) {
      const idleMs = this.#streams.has(id) ? 0 : this.answers.idleOf(id);
      this.#stills.watch(show, idleMs);
    }
    void this.#checkLinks();
    void this.#read();
    void this.#publish();
  }

  /** Ends what may not be open any more; one at a time, and not held up by what takes longer to read. Never rejects. */
  #checkLinks(): Promise<void> {
    this.#checking ??= this.links
      .refresh((link) => this.#streams.holds(link))
      .then(() => this.#streams.endOver())
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#checking = null;
      });
    return this.#checking;
  }

  /** Reads what is due; one at a time. Never rejects: what could not be read becomes old. */
  #read(): Promise<void> {
    this.#reading ??= this.#readDue().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readDue(): Promise<void> {
    const began = performance.now();
    const now = this.#context.clock.now();
    this.#isFailing = false;
    try {
      await this.#checkLinks();
      if (this.#due.shows || began - this.#readAt.shows > readEveryMs.shows) {
        this.#due.shows = false;
        await this.#readShows();
        this.#readAt.shows = began;
      }
      const sinceWeather = began - this.#readAt.weather;
      if ((this.#due.weather && sinceWeather > weatherPauseMs) || sinceWeather > readEveryMs.weather) {
        this.#due.weather = false;
        await this.#readWeather();
        this.#readAt.weather = began;
      }
      await this.#places.refresh();
      if (this.#isFailing) return;
      this.#currentAt = now;
      this.#isLogged = false;
    } catch (error) {
      this.#due = { shows: true, weather: true };
      this.#failed(error);
    }
  }

  async #readShows(): Promise<void> {
    const { db } = this.#context;
    const asked = new Set(this.answers.active);
    for (const [id, { openedAt }] of this.#active)
      if (!asked.has(id) && !this.#streams.has(id) && performance.now() - openedAt > openingMs)
        this.#active.delete(id);
    const found = new Map((await showsByIds(db, [...this.#active.keys()])).map((show) => [show.id, show]));
    for (const [id, active] of [...this.#active]) {
      const show = found.get(id);
      if (show) {
        if (show.revision !== active.show.revision) {
          // The pictures are those of the scenes before, and the weather may be of other places.
          active.images = [];
          this.#readAt.weather = Number.NEGATIVE_INFINITY;
        }
        active.show = show;
        continue;
      }
      this.#active.delete(id);
      this.#streams.endShow(id);
      await this.answers.put(id, null);
    }
    for (const organizationId of this.#organizationIds()) {
      const data = await readWidgetOrganization(db, organizationId);
      for (const active of this.#active.values())
        if (active.show.organizationId === organizationId) active.data = data;
    }
  }

  async #readWeather(): Promise<void> {
    const { db, clock, sources } = this.#context;
    const now = clock.now();
    const byOrganization = Map.groupBy(this.#active.values(), ({ show }) => show.organizationId);
    for (const some of byOrganization.values()) {
      const [first] = some;
      if (!first) continue;
      const shows = some.map(({ show }) => show);
      const weather = await weatherOfShows(db, sources, first.data, shows, now);
      for (const active of some) {
        active.weather = weather;
        active.images = await this.#images.of(active.show, timeZoneOfShow(active.show, active.data), now);
      }
    }
  }

  /** Renews what is open; one round at a time. */
  #publish(): Promise<void> {
    this.#publishing ??= this.#publishAll()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#publishing = null;
      });
    return this.#publishing;
  }

  async #publishAll(): Promise<void> {
    const read = [...this.#active].filter(([, { isRead }]) => isRead);
    const answers = this.#answersNow(read.map(([, active]) => active));
    const said: [id: string, view: ShowView][] = [];
    for (const [index, [id, active]] of read.entries()) {
      const view = this.#renew(id, active, answers);
      if (view) said.push([id, view]);
      if (index % showsInARow === showsInARow - 1) await new Promise((resolve) => setImmediate(resolve));
    }
    // Answers are packed, which takes longer: no stream waits for it.
    for (let from = 0; from < said.length; from += showsInARow)
      await Promise.all(said.slice(from, from + showsInARow).map(([id, view]) => this.answers.put(id, view)));
  }

  /** Writes a change to the streams of a show, and the same again now and then; null where nothing is due. */
  #renew(id: string, active: ActiveShow, answers: Answers): ShowView | null {
    const view = this.#viewNow(active, answers);
    const key = showViewKey(view);
    const now = performance.now();
    const isChanged = key !== active.key;
    const isHeartbeat = this.#streams.has(id) && now - active.writtenAt >= heartbeatMs;
    if (!isChanged && !isHeartbeat && now - active.saidAt < renewEveryMs) return null;
    Object.assign(active, { key, event: eventOfView(view), saidAt: now });
    if (isChanged || isHeartbeat) {
      active.writtenAt = now;
      this.#streams.write(id, active.event);
    }
    return view;
  }

  /** What a show shows now, from what was read. */
  #say(active: ActiveShow): ShowView {
    const view = this.#viewNow(active, this.#answersNow([active]));
    // Streams are written by the next round: for them it may be a change.
    if (active.key === null || !this.#streams.has(active.show.id))
      Object.assign(active, { key: showViewKey(view), event: eventOfView(view), saidAt: performance.now() });
    return view;
  }

  #answersNow(shows: readonly ActiveShow[]): Answers {
    const ids = new Set(shows.flatMap(({ show }) => show.placeIds));
    const answered = this.#places.at(this.#context.clock.now(), ids) ?? [];
    return new Map(answered.map((one) => [one.place.id, one]));
  }

  #viewNow({ show, data, weather, images }: ActiveShow, answers: Answers): ShowView {
    return this.#view(show, data, {
      ...{ weather, answers },
      images: images.map((image) => image && withUrl(image, `${path}/${image.name}`)),
      goodUntil: Math.max(0, this.#currentAt) + answerGoodMs * this.#context.clock.speed,
    });
  }

  #view(
    show: StoredShow,
    data: WidgetOrganizationData,
    state: Omit<Parameters<typeof viewOfShow>[1], 'places' | 'policies' | 'cameras'> & {
      readonly weather: ActiveShow['weather'];
      readonly answers: Answers;
    },
  ): ShowView {
    const { clock, weather } = this.#context;
    const places = placesOfShow(show, data, state);
    const cameras = this.#stills.camerasOf(show);
    return viewOfShow({ show, clock, weather }, { ...state, places, cameras, policies: data.policies });
  }

  #failed(error: unknown): void {
    if (!this.#isLogged) this.#context.log.error({ err: error }, 'what shows show could not be read');
    this.#isFailing = true;
    this.#isLogged = true;
  }
}

type Answers = ReadonlyMap<string, PlaceWithWarnings>;

function withUrl({ takenAt, alt, goodUntil }: ShowImage, url: string | null) {
  return url === null ? null : { takenAt, alt, goodUntil, url };
}
