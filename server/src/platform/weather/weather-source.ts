import {
  type Archive,
  type ArchivePlace,
  createNwsPoints,
  type DemonstrationEvent,
  type HttpClient,
  openLiveHttpClient,
  openRecordingHttpClient,
  openReplayingHttpClient,
  readArchive,
  type Sender,
  type SimulatedPlace,
  type SimulationOptions,
  scenarioBeginsAt,
} from '@allclear/adapters';
import type { WeatherKind } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { BaseSettings } from '../settings/base-settings.ts';

export interface SimulatedWeather {
  readonly kind: 'simulated';
  /** As status and the store name it. */
  readonly name: 'simulated';
  readonly options: SimulationOptions;
  /** Since when its feeds fail in turn, epoch ms; null where none fails. */
  readonly failsFrom: number | null;
  /** Replaces the events of the options: every feed draws the weather with them from now on. */
  setEvents(events: readonly DemonstrationEvent[]): void;
}

export function simulatedWeather(
  { seed, startedAt, places, scenario }: SimulationOptions,
  failsFrom: number | null,
): SimulatedWeather {
  let current: readonly DemonstrationEvent[] = [];
  return {
    kind: 'simulated',
    name: 'simulated',
    options: {
      seed,
      startedAt,
      places,
      ...(scenario ? { scenario } : {}),
      get events() {
        return current;
      },
    },
    failsFrom,
    setEvents(events) {
      current = events;
    },
  };
}

/** The source of weather, from which each subject opens its feeds. */
export type WeatherSource =
  | SimulatedWeather
  | {
      /** Public feeds: live, or from an archive. */
      readonly kind: 'network';
      /** `live` or `replay:NAME`. */
      readonly name: string;
      readonly http: HttpClient;
      readonly archive: Archive | null;
      /** The grid cells and zones of places, requested from the weather service once for all subjects. */
      readonly nwsPoints: ReturnType<typeof createNwsPoints>;
    };

/** How weather from here must be marked on every surface. */
export function weatherKind(source: Pick<WeatherSource, 'name'>): WeatherKind {
  if (source.name === 'simulated') return 'simulated';
  return source.name === 'live' ? 'live' : 'replay';
}

/** Decided before the clock runs: the weather source, and when the weather begins. */
export interface WeatherPlan<Place extends ArchivePlace> {
  readonly name: string;
  readonly archive: Archive | null;
  /** Where the weather begins on a new database, epoch ms. */
  readonly beginsAt: number;
  /** Where the clock does: later, when weather is to be in full swing. */
  readonly clockBeginsAt: number;
  /** Where the demonstration organization has its locations on this weather. */
  readonly places: readonly Place[];
}

/** Reads and checks the settings of the weather source; throws one sentence for an invalid archive. */
export async function planWeather<Place extends ArchivePlace>(
  { weather }: BaseSettings,
  places: {
    readonly simulated: readonly Place[];
    readonly live: readonly Place[];
    readonly of: (recorded: ArchivePlace) => Place;
  },
  wallNow: number,
): Promise<WeatherPlan<Place>> {
  if (weather.kind === 'replay') {
    const archive = await readArchive(weather.directory);
    const recorded = archive.places.map(places.of);
    return {
      name: `replay:${archive.name}`,
      archive,
      beginsAt: archive.start,
      clockBeginsAt: archive.start,
      places: recorded.length > 0 ? recorded : places.live,
    };
  }
  if (weather.kind === 'live') {
    return { name: 'live', archive: null, beginsAt: wallNow, clockBeginsAt: wallNow, places: places.live };
  }
  const { scenario, ageMinutes } = weather;
  const beginsAt = weather.beginsAt ?? scenarioBeginsAt(scenario, wallNow, places.live[0]?.longitude ?? 0);
  const clockBeginsAt = beginsAt + ageMinutes * 60_000;
  return { name: 'simulated', archive: null, beginsAt, clockBeginsAt, places: places.simulated };
}

export interface OpenWeatherSource {
  readonly source: WeatherSource;
  /** The network client for all weather sources: live, never recorded or replayed. */
  readonly http: HttpClient & Sender;
  close(): Promise<void>;
}

/**
 * Opens the source of a plan. `begunAt` is where this database's weather began: simulated weather is a
 * function of it. `recordedPlaces` are written into a recording, so that a demonstration on it has its
 * locations where the weather was recorded.
 */
export async function openWeatherSource(
  settings: BaseSettings,
  plan: WeatherPlan<ArchivePlace & SimulatedPlace>,
  {
    clock,
    begunAt,
    recordedPlaces,
    log,
  }: {
    clock: Clock;
    begunAt: number;
    recordedPlaces: () => Promise<readonly ArchivePlace[]>;
    log: FastifyBaseLogger;
  },
): Promise<OpenWeatherSource> {
  const live = openLiveHttpClient({
    userAgent: userAgentOf(settings),
    proxy: settings.proxy,
    allowPrivateAddresses: settings.allowPrivateAddresses,
  });
  if (settings.weather.kind === 'simulated') {
    const { scenario } = settings.weather;
    return {
      source: simulatedWeather(
        { seed: 'demonstration', startedAt: begunAt, places: plan.places, scenario },
        scenario === 'outage' ? begunAt : null,
      ),
      http: live,
      close: () => live.close(),
    };
  }
  const http = plan.archive
    ? openReplayingHttpClient(plan.archive, clock.now)
    : settings.record
      ? await openRecordingHttpClient(live, settings.record, clock.now, {
          places: await recordedPlaces(),
          onFault: (error) => log.warn({ err: error }, 'an answer could not be recorded'),
        })
      : live;
  return {
    source: {
      kind: 'network',
      name: plan.name,
      http,
      archive: plan.archive,
      nwsPoints: createNwsPoints({ http }),
    },
    http: live,
    async close() {
      await http.close();
      if (http !== live) await live.close();
    },
  };
}

/** How the product introduces itself to services. */
export function userAgentOf({ contact }: { readonly contact: string }): string {
  return `Allclear/0.1 (weather safety; ${contact})`;
}
