import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpClient, RasterPool, Sender } from '@allclear/adapters';
import type { ChangeEvent, Status } from '@allclear/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Actor } from './actor.ts';
import type { ChangeBus } from './change-feed/change-bus.ts';
import type { Change } from './change-feed/change-feed.store.ts';
import type { StoreMemory } from './change-feed/store-memory.ts';
import type { Clock } from './clock/clock.ts';
import type { Database, Store } from './database/database.ts';
import type { PlaceShare } from './engine/place-share.ts';
import type { EventStreams, TopicScope } from './events/event-streams.ts';
import type { ProgramEvents } from './events/program-events.ts';
import type { Job } from './jobs/implement-job.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import type { BaseSettings } from './settings/base-settings.ts';
import { noSettings, type SettingsDefinition } from './settings/settings.ts';
import type { WeatherSource } from './weather/weather-source.ts';

/** What a process offers to all subjects. */
export interface Platform {
  readonly store: Store;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly settings: BaseSettings;
  /** Encrypts what the database must not reveal. */
  readonly secrets: SecretBox;
  /** Where the subjects' feeds come from. */
  readonly weather: WeatherSource;
  /** The network whatever the weather: never recorded or replayed. */
  readonly http: HttpClient & Sender;
  /** Draws images off the main thread. */
  readonly rasterPool: RasterPool;
  /** Changes of the store, for loops that must not wait for their next round. */
  readonly changes: ChangeBus;
  /** The open event streams of signed-in clients. */
  readonly events: EventStreams;
  /** What was read from the store and has not changed since. */
  readonly memory: StoreMemory;
  /** The places that the engine of this process works for. */
  readonly share: PlaceShare;
}

/** Background work that goes on until its signal aborts. */
export interface Loop {
  readonly name: string;
  /** Runs in every engine, for the places of the platform's `share`; without it in the engine that leads. */
  readonly isShared?: true;
  /** Called again for each term: after the engine's session broke, a run before it has ended. */
  run(signal: AbortSignal): Promise<void>;
}

/** How long rows are kept. */
export interface Retention {
  readonly table: string;
  readonly keepMs: number;
  /** Drops what is older than an instant, epoch ms. */
  dropBefore(db: Database, actor: Actor, before: number): Promise<unknown>;
}

/** How a subject keeps its live state consistent with the store. */
export interface ChangeHandler {
  /** A change committed in this process or another. Must not throw; work that takes time is queued. */
  apply(change: Change): void;
  /** Reads everything again: at the start, and after changes may have been missed. */
  reload(): Promise<void>;
}

export interface Health {
  /** The feeds that this installation polls. */
  readonly feeds: readonly { readonly kind: string; readonly vendor: string }[];
  /** The state of an organization's own feeds at an instant, epoch ms. */
  ownFeeds?(organizationId: string, now: number): Promise<Status['feeds']>;
  /** Whether the installation waits for its first organization. */
  needsSetup?(): Promise<boolean>;
  /** Adds the subject's metrics to those of the process. */
  metrics?(registry: Registry): void;
}

/** A subject at work in one process. What `open` started, `close` ends. */
export interface OpenSubject<Api> {
  /** What subjects above it may call. */
  readonly api: Api;
  readonly routes?: (app: FastifyInstance) => void | Promise<void>;
  /**
   * Answers a request from memory, before the framework, and says whether it did: for what very many people ask without
   * a sign-in. A route answers what it does not.
   */
  readonly fromMemory?: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly loops?: readonly Loop[];
  /** Work that is queued in the store and survives a restart. */
  readonly jobs?: readonly Job[];
  readonly retention?: readonly Retention[];
  readonly changes?: ChangeHandler;
  readonly health?: Health;
  /** Stored events for the streams that programs open. */
  readonly programEvents?: ProgramEvents;
  /** Takes connections besides HTTP, in a process with the service `api`, once HTTP is up. */
  listen?(): Promise<{ close(): Promise<void> }>;
  close?(): Promise<void>;
}

export interface OpenContext<Settings, Needs, Feeds> {
  readonly platform: Platform;
  readonly settings: Settings;
  /** The APIs of the subjects that it needs, by the names of `needs`. */
  readonly needs: Needs;
  readonly feeds: Feeds;
}

/** A subject without its type parameters: for lists. Methods keep it assignable from every definition. */
export interface Subject<Api = unknown> {
  /** The name of its folder. */
  readonly name: string;
  /** Subjects below it whose APIs it calls. */
  readonly needs: Readonly<Record<string, Subject>>;
  /** Its environment variables. */
  readonly settings: SettingsDefinition<unknown>;
  /** The topics of the event stream that it announces, each with its scope. */
  readonly topics: Readonly<Partial<Record<ChangeEvent['topic'], TopicScope>>>;
  /** The topics of the change feed under which its stores announce what they changed. */
  readonly changeTopics: readonly string[];
  /** Ports besides that of HTTP that it listens on: checked before anything starts. */
  ports(settings: unknown): readonly { readonly port: number; readonly variable: string }[];
  /** Opens the feeds of the weather source; tests pass in their own. */
  openFeeds(context: { platform: Platform; settings: unknown }): unknown;
  open(context: OpenContext<unknown, unknown, unknown>): Promise<OpenSubject<Api>>;
}

type ApisOf<Needs> = { readonly [Name in keyof Needs]: Needs[Name] extends Subject<infer Api> ? Api : never };

/** Defines a subject: static facts, and `open`, which starts nothing but what its `close` ends. */
export function defineSubject<
  Api,
  Settings = Record<string, never>,
  const Needs extends Readonly<Record<string, Subject>> = Record<never, never>,
  Feeds = undefined,
>(definition: {
  name: string;
  needs?: Needs;
  settings?: SettingsDefinition<Settings>;
  topics?: Subject['topics'];
  changeTopics?: readonly string[];
  ports?: (settings: Settings) => readonly { readonly port: number; readonly variable: string }[];
  openFeeds?: (context: { platform: Platform; settings: Settings }) => Feeds;
  open: (context: OpenContext<Settings, ApisOf<Needs>, Feeds>) => Promise<OpenSubject<Api>>;
}): Subject<Api> & { openFeeds(context: { platform: Platform; settings: Settings }): Feeds } {
  const { openFeeds } = definition;
  return {
    needs: {},
    settings: noSettings,
    topics: {},
    changeTopics: [],
    ports: () => [],
    ...definition,
    // Without feeds `Feeds` is undefined.
    openFeeds: openFeeds ?? (() => undefined as Feeds),
  };
}
