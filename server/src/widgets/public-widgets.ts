// Over 300 lines: one state, read by one round and said by another.
import type { PublicWidget } from '@allclear/contract';
import {
  shownPolicies,
  type WeatherKind,
  type WidgetView,
  widgetProblems,
  widgetView,
  widgetViewKey,
} from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { LightningLive } from '../lightning/index.ts';
import type { Radar } from '../map/index.ts';
import type { Change } from '../platform/change-feed/change-feed.store.ts';
import { type Clock, wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { PublicAnswers } from '../platform/http/public/public-answers.ts';
import type { ImageBytes } from '../platform/http/public/public-image.ts';
import { answersForPlaces, LivePlaceAnswers, type PlaceWithWarnings } from '../warnings/index.ts';
import { type NamedImage, WidgetImages } from './widget-images.ts';
import {
  placeOfWidget,
  readWidgetOrganization,
  surroundingsOf,
  type WidgetOrganizationData,
} from './widget-surroundings.ts';
import { noWeather, type WeatherSources, type WidgetWeather, weatherOfWidgets } from './widget-weather.ts';
import { type StoredWidget, widgetsOfAddresses } from './widgets.store.ts';

/** Real ms between two looks while somebody asks. */
const roundMs = 1_000;
/** How long an answer is good after the store and lightning were seen last, in seconds of weather. */
const answerGoodMs = 30_000;
/** Where nothing changes, an answer is renewed this often, real ms: its clock and through when it is good. */
const renewEveryMs = 5_000;
/** Read again this often, and after a change, real ms. */
const readEveryMs = { widgets: 30_000, weather: 15_000 };
/** Changes of observations come in bursts; real ms. */
const weatherPauseMs = 2_000;
/** A widget that was opened a moment ago may have no answer yet, real ms. */
const openingMs = 60_000;
/** Work that takes turns with requests: after so many widgets. */
const widgetsInARow = 100;
/** A public id: 128 random bits. */
const publicIdPattern = /^[\w-]{22}$/;

export interface PublicWidgetsContext {
  readonly db: Database;
  readonly live: LightningLive;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly weather: WeatherKind;
  readonly sources: WeatherSources;
  readonly radar: Radar;
}

/** A widget that somebody asks for, with what was last read of it. */
interface ActiveWidget {
  widget: StoredWidget;
  weather: WidgetWeather;
  picture: NamedImage | null;
  /** The picture before: pages that were answered a moment ago still ask for it. */
  imageBefore: NamedImage | null;
  /** What was last said, without what changes with each second. */
  key: string;
  saidAt: number;
  readonly openedAt: number;
}

/** What widgets show, for everybody: made once for each change and answered from memory, however many ask. */
export class PublicWidgets {
  readonly answers: PublicAnswers;
  readonly #context: PublicWidgetsContext;
  readonly #places: LivePlaceAnswers;
  readonly #images: WidgetImages;
  readonly #active = new Map<string, ActiveWidget>();
  readonly #organizations = new Map<string, WidgetOrganizationData>();
  #due = { widgets: true, weather: true };
  /** Organizations whose widgets, places or policies changed since they were read; null for all. */
  #changed: Set<string> | null = null;
  #readAt = { widgets: Number.NEGATIVE_INFINITY, weather: Number.NEGATIVE_INFINITY };
  /** Raised by each change of widgets: one that was being opened meanwhile is read again. */
  #generation = 0;
  #reading: Promise<void> | null = null;
  #publishing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isFailing = false;
  /** So that a store that is away is logged once. */
  #isLogged = false;
  /** When everything was last read, or found to be current: product time, epoch ms. */
  #currentAt = Number.NEGATIVE_INFINITY;

  constructor(context: PublicWidgetsContext) {
    this.#context = context;
    const { db, live, radar } = context;
    this.#images = new WidgetImages({ db, radar });
    this.answers = new PublicAnswers({ open: (publicId) => this.#open(publicId) });
    this.#places = new LivePlaceAnswers({
      ...{ db, live },
      organizationIds: async () => [...this.#organizations.keys()],
      onRead: () => this.#ended(null),
      onError: (error) => this.#ended(error),
    });
  }

  /** Something in the store changed; null: anything may have. */
  apply(change: Change | null): void {
    const topic = change?.topic ?? null;
    if (topic === null || widgetTopics.has(topic)) {
      this.#due.widgets = true;
      this.#generation += 1;
      // The ids of locations are not those of organizations.
      if (topic === null || topic === 'locations' || !change?.ids) this.#changed = null;
      else for (const id of change.ids) this.#changed?.add(id);
    }
    if (topic === null || topic === 'observations') this.#due.weather = true;
    this.#places.apply(change);
  }

  /** A widget was changed here: in force before the one who changed it is answered. */
  async changed(organizationId: string): Promise<void> {
    this.apply({ topic: 'widgets', ids: [organizationId] });
    if (this.#active.size === 0) return;
    // What is being read may be older than the change.
    await this.#reading;
    await this.#read();
    await this.#publishing;
    await this.#publish();
  }

  /** The sites that may embed a widget; empty allows all, null: there is no such widget. */
  async allowedSitesOf(publicId: string): Promise<readonly string[] | null> {
    if (!(await this.answers.has(publicId))) return null;
    return this.#active.get(publicId)?.widget.allowedSites ?? null;
  }

  /** Whether a widget is in memory. */
  isActive(publicId: string): boolean {
    return this.#active.has(publicId);
  }

  /** A picture that a widget shows now, or showed a moment ago; null where there is none of the name. */
  async picture(publicId: string, name: string): Promise<ImageBytes | null> {
    const active = this.#active.get(publicId);
    const found = [active?.picture, active?.imageBefore].find((one) => one?.name === name);
    return (await found?.read()) ?? null;
  }

  /** What a widget would show that is not stored. */
  async preview(widget: StoredWidget): Promise<PublicWidget> {
    const { db, clock, sources } = this.#context;
    const data = await readWidgetOrganization(db, widget.organizationId);
    const now = clock.now();
    const [weather = noWeather] = await weatherOfWidgets(db, sources, data, [widget], now);
    const picture = await this.#images.of(widget.type, placeOfWidget(widget, data), weather, now);
    const bytes = await picture?.read().catch(() => null);
    const answers = await answersForPlaces(db, this.#context.live, widget.organizationId, now);
    const url = bytes ? `data:${bytes.contentType};base64,${bytes.bytes.toString('base64')}` : null;
    return this.#view(widget, data, {
      weather,
      answered: answers.find(({ place }) => place.id === widget.organizationLocationId) ?? null,
      picture: picture && url !== null ? { ...shownImage(picture), url } : null,
      goodUntil: now + answerGoodMs * clock.speed,
    });
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#active.clear();
  }

  async #open(publicId: string): Promise<PublicWidget | null> {
    if (!publicIdPattern.test(publicId)) return null;
    const { db, clock, sources } = this.#context;
    const generation = this.#generation;
    const [widget] = await widgetsOfAddresses(db, [publicId]);
    if (!widget) return null;
    const { organizationId } = widget;
    const nothing = { weather: noWeather, picture: null, imageBefore: null, key: '', saidAt: 0 };
    const active: ActiveWidget = { widget, ...nothing, openedAt: performance.now() };
    this.#active.set(publicId, active);
    this.#timer ??= setInterval(() => this.#round(), roundMs).unref();
    try {
      const isNew = !this.#organizations.has(organizationId);
      const data = await readWidgetOrganization(db, organizationId);
      this.#organizations.set(organizationId, data);
      if (isNew) this.#places.apply(null);
      await this.#read();
      // What was being read when it was opened did not have its organization.
      if (isNew) await this.#read();
      const [weather = noWeather] = await weatherOfWidgets(db, sources, data, [widget], clock.now());
      const place = placeOfWidget(widget, data);
      active.picture = await this.#images.of(widget.type, place, weather, clock.now());
      active.weather = weather;
    } catch (error) {
      this.#active.delete(publicId);
      throw error;
    }
    // It may have been changed or deleted while it was read.
    if (generation !== this.#generation) this.#due.widgets = true;
    return this.#active.get(publicId) === active ? this.#say(active) : null;
  }

  #round(): void {
    void this.#read();
    void this.#publish();
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
    try {
      const isOld = began - this.#readAt.widgets > readEveryMs.widgets;
      if (this.#due.widgets || isOld) {
        const changed = isOld ? null : this.#changed;
        this.#due.widgets = false;
        this.#changed = new Set();
        await this.#readWidgets(changed);
        if (changed === null) this.#readAt.widgets = began;
      }
      const sinceWeather = began - this.#readAt.weather;
      if ((this.#due.weather && sinceWeather > weatherPauseMs) || sinceWeather > readEveryMs.weather) {
        this.#due.weather = false;
        await this.#readWeather();
        this.#readAt.weather = began;
      }
      this.#isFailing = false;
      await this.#places.refresh();
      if (this.#isFailing) return;
      this.#currentAt = now;
      this.#isLogged = false;
    } catch (error) {
      this.#due = { widgets: true, weather: true };
      this.#changed = null;
      this.#ended(error);
    }
  }

  /** `changed`: the organizations that are read again; null for all. */
  async #readWidgets(changed: ReadonlySet<string> | null): Promise<void> {
    const { db } = this.#context;
    const asked = new Set(this.answers.active);
    for (const [publicId, { openedAt }] of this.#active)
      if (!asked.has(publicId) && performance.now() - openedAt > openingMs) this.#active.delete(publicId);
    const found = new Map(
      (await widgetsOfAddresses(db, [...this.#active.keys()])).map((widget) => [widget.publicId, widget]),
    );
    for (const [publicId, active] of [...this.#active]) {
      const widget = found.get(publicId);
      if (widget) {
        if (needsOtherWeather(widget, active.widget)) this.#due.weather = true;
        active.widget = widget;
        continue;
      }
      this.#active.delete(publicId);
      await this.answers.put(publicId, null);
    }
    const ids = new Set([...this.#active.values()].map(({ widget }) => widget.organizationId));
    for (const id of this.#organizations.keys()) if (!ids.has(id)) this.#organizations.delete(id);
    for (const id of ids)
      if (changed === null || changed.has(id) || !this.#organizations.has(id))
        this.#organizations.set(id, await readWidgetOrganization(db, id));
    if (this.#due.weather) this.#readAt.weather = Number.NEGATIVE_INFINITY;
  }

  async #readWeather(): Promise<void> {
    const { db, clock, sources } = this.#context;
    const now = clock.now();
    const byOrganization = Map.groupBy(this.#active.values(), ({ widget }) => widget.organizationId);
    for (const [organizationId, some] of byOrganization) {
      const data = this.#organizations.get(organizationId);
      if (!data) continue;
      const weather = await weatherOfWidgets(
        db,
        sources,
        data,
        some.map(({ widget }) => widget),
        now,
      );
      for (const [i, active] of some.entries()) {
        active.weather = weather[i] ?? noWeather;
        const place = placeOfWidget(active.widget, data);
        const picture = await this.#images.of(active.widget.type, place, active.weather, now);
        if (picture?.name !== active.picture?.name) active.imageBefore = active.picture;
        active.picture = picture;
      }
    }
  }

  /** Renews the answers that somebody asks for; one round at a time. */
  #publish(): Promise<void> {
    this.#publishing ??= this.#publishAll()
      .catch((error: unknown) => this.#ended(error))
      .finally(() => {
        this.#publishing = null;
      });
    return this.#publishing;
  }

  async #publishAll(): Promise<void> {
    const asked = this.answers.active;
    if (asked.length === 0 && this.#active.size === 0) {
      if (this.#timer) clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    for (let from = 0; from < asked.length; from += widgetsInARow) {
      await Promise.all(asked.slice(from, from + widgetsInARow).map((publicId) => this.#renew(publicId)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #renew(publicId: string): Promise<void> {
    const active = this.#active.get(publicId);
    // It was deleted, perhaps while it was being opened.
    if (!active) return this.answers.put(publicId, null);
    const { key, saidAt } = active;
    const view = this.#say(active);
    if (active.key !== key || performance.now() - saidAt >= renewEveryMs)
      return this.answers.put(publicId, view);
    active.saidAt = saidAt;
  }

  /** What a widget shows now, from what was read. */
  #say(active: ActiveWidget): PublicWidget {
    const { clock } = this.#context;
    const { widget, weather, picture } = active;
    const data = this.#organizations.get(widget.organizationId) ?? emptyOf(widget.organizationId);
    const path = `/api/public/Widget/${widget.publicId}/Picture`;
    const view = this.#view(widget, data, {
      weather,
      answered: answerAt(this.#places, widget, clock.now()),
      picture: picture && { ...shownImage(picture), url: `${path}/${picture.name}` },
      goodUntil: Math.max(0, this.#currentAt) + answerGoodMs * clock.speed,
    });
    active.key = widgetViewKey(view);
    active.saidAt = performance.now();
    return view;
  }

  #view(
    widget: StoredWidget,
    data: WidgetOrganizationData,
    state: {
      readonly weather: WidgetWeather;
      readonly answered: PlaceWithWarnings | null;
      readonly picture: Parameters<typeof widgetView>[0]['picture'];
      readonly goodUntil: number;
    },
  ): WidgetView {
    const { clock, weather } = this.#context;
    const surroundings = surroundingsOf(widget, data);
    const { answered } = state;
    return widgetView({
      widget,
      place: placeOfWidget(widget, data),
      state: answered && {
        answer: answered.answer,
        observedThrough: answered.observedThrough,
        isPaused: answered.countdown?.paused ?? false,
        open: answered.open,
      },
      answerGoodUntil: state.goodUntil,
      policies: shownPolicies(widget, surroundings.place, data.policies),
      ...{ readings: state.weather.readings, forecast: state.weather.forecast, picture: state.picture },
      problems: widgetProblems(widget, surroundings),
      ...{ now: clock.now(), wallNow: wallNow(), speed: clock.speed, weather },
    });
  }

  #ended(error: unknown): void {
    if (error === null) return;
    if (!this.#isLogged) this.#context.log.error({ err: error }, 'what widgets show could not be read');
    this.#isFailing = true;
    this.#isLogged = true;
  }
}

const widgetTopics = new Set(['widgets', 'policies', 'locations', 'organizations']);

function answerAt(
  places: LivePlaceAnswers,
  { organizationLocationId }: StoredWidget,
  now: number,
): PlaceWithWarnings | null {
  if (organizationLocationId === null) return null;
  return places.at(now, new Set([organizationLocationId]))?.[0] ?? null;
}

/** Whether what was read of the weather is not what the changed widget shows. */
function needsOtherWeather(after: StoredWidget, before: StoredWidget): boolean {
  return after.revision !== before.revision;
}

function shownImage({ takenAt, alt, goodUntil }: NamedImage) {
  return { takenAt, alt, goodUntil };
}

function emptyOf(organizationId: string): WidgetOrganizationData {
  return { organizationId, places: [], policies: [], groups: [], stations: [] };
}
