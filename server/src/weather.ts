import {
  type AirQualityFeed,
  type AlertFeed,
  type Archive,
  type ArchivePlace,
  createAirnow,
  createGlmFeed,
  createIemComposite,
  createIemModel,
  createIemStormCells,
  createMetarFeed,
  createNhc,
  createNwsAlerts,
  createNwsForecast,
  createNwsPoints,
  createNwsStations,
  createOpenMeteoAirQuality,
  createOpenMeteoForecast,
  createRainViewer,
  createRasterPool,
  createSimulatedAirQuality,
  createSimulatedAlerts,
  createSimulatedForecast,
  createSimulatedFronts,
  createSimulatedLightning,
  createSimulatedObservations,
  createSimulatedRadar,
  createSimulatedRoads,
  createSimulatedStations,
  createSimulatedStormCells,
  createSimulatedTropical,
  createWorld,
  createWpcFronts,
  createXweatherFeed,
  type ForecastFeed,
  type FrontsFeed,
  failingAirQuality,
  failingAlerts,
  failingForecast,
  failingLightning,
  failingObservations,
  type HttpClient,
  type LightningFeed,
  type ObservationFeed,
  openLiveHttpClient,
  openRecordingHttpClient,
  openReplayingHttpClient,
  type RadarFeed,
  type RasterPool,
  type RoadConditions,
  readArchive,
  type SimulatedStations,
  type SimulationOptions,
  type StormCellFeed,
  scenarioBeginsAt,
  type TropicalFeed,
  type XweatherKey,
  xweatherCentres,
} from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { type DemonstrationPlace, defaultPlaces, simulatedPlaces } from './demonstration/places.ts';
import type { LightningAround } from './lightning/poll-around-places.ts';
import type { Clock } from './platform/clock/clock.ts';

/** What is chosen before the clock runs: where weather comes from and when it begins. */
export interface WeatherPlan {
  /** `simulated`, `live` or `replay:NAME`, as status and the store name it. */
  readonly name: string;
  readonly archive: Archive | null;
  /** Where the weather begins on a new database, epoch ms. */
  readonly beginsAt: number;
  /** Where the clock does: later, when weather is to be in full swing. */
  readonly clockBeginsAt: number;
  /** Where the demonstration organisation has its locations on this weather. */
  readonly places: readonly DemonstrationPlace[];
}

/** Reads and checks what the settings ask for; throws one sentence when an archive is not right. */
export async function planWeather(config: Config, wallNow: number): Promise<WeatherPlan> {
  if (config.weather.kind === 'replay') {
    const archive = await readArchive(config.weather.directory);
    const places = archive.places.map((place) => ({ ...place, address: '' }));
    return {
      name: `replay:${archive.name}`,
      archive,
      beginsAt: archive.start,
      clockBeginsAt: archive.start,
      places: places.length > 0 ? places : defaultPlaces,
    };
  }
  if (config.weather.kind === 'live')
    return { name: 'live', archive: null, beginsAt: wallNow, clockBeginsAt: wallNow, places: defaultPlaces };
  const { scenario, ageMinutes } = config.weather;
  const beginsAt =
    config.weather.beginsAt ?? scenarioBeginsAt(scenario, wallNow, defaultPlaces[0]!.longitude);
  return {
    name: 'simulated',
    archive: null,
    beginsAt,
    clockBeginsAt: beginsAt + ageMinutes * 60_000,
    places: simulatedPlaces,
  };
}

export interface Weather {
  readonly lightning: readonly LightningFeed[];
  /** A network that is asked by place, null for none. */
  readonly lightningAround: LightningAround | null;
  readonly observations: readonly ObservationFeed[];
  readonly alerts: readonly AlertFeed[];
  readonly radar: readonly RadarFeed[];
  readonly stormCells: StormCellFeed;
  readonly tropical: TropicalFeed;
  readonly fronts: FrontsFeed;
  /** Null where they are worked out from what the store has. */
  readonly roads: RoadConditions | null;
  /** Draws pictures off the main thread. */
  readonly pool: RasterPool;
  readonly forecast: ForecastFeed;
  /** Own stations in the simulated weather, null in any other. */
  readonly simulatedStations: SimulatedStations | null;
  /** Null where none is set: AirNow wants a key, and a model is chosen, never fallen back to. */
  readonly airQuality: AirQualityFeed | null;
  /** The network as address search sees it: always live, never replayed. */
  readonly http: HttpClient;
  close(): Promise<void>;
}

/**
 * Opens the feeds. `begunAt` is where this database's weather began: simulated weather is a function of it.
 * `recordedPlaces` are written into a recording, so that a demonstration on it has its sites where the
 * weather was asked for.
 */
export async function openWeather(
  config: Config,
  plan: WeatherPlan,
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
): Promise<Weather> {
  const live = openLiveHttpClient({
    userAgent: `Allclear/0.1 (weather safety; ${config.contact})`,
    proxy: config.proxy,
    allowPrivateAddresses: config.delivery.allowPrivateAddresses,
  });
  const pool = createRasterPool();
  if (config.weather.kind === 'simulated') {
    const { scenario } = config.weather;
    const options: SimulationOptions = {
      seed: 'demonstration',
      startedAt: begunAt,
      places: plan.places,
      scenario,
    };
    const [lightning, observations, alerts] = [
      createSimulatedLightning(options),
      createSimulatedObservations(options),
      createSimulatedAlerts(options),
    ];
    const [forecast, airQuality] = [
      createSimulatedForecast(createWorld(options)),
      createSimulatedAirQuality(createWorld(options)),
    ];
    const fails = scenario === 'outage';
    return {
      lightning: [fails ? failingLightning(lightning, begunAt) : lightning],
      lightningAround: null,
      observations: [fails ? failingObservations(observations, begunAt) : observations],
      alerts: [fails ? failingAlerts(alerts, begunAt) : alerts],
      forecast: fails ? failingForecast(forecast, begunAt, clock.now) : forecast,
      simulatedStations: createSimulatedStations(options, pool),
      airQuality: fails ? failingAirQuality(airQuality, begunAt) : airQuality,
      radar: [createSimulatedRadar(options, 'past', pool), createSimulatedRadar(options, 'future', pool)],
      stormCells: createSimulatedStormCells(options),
      tropical: createSimulatedTropical(options),
      fronts: createSimulatedFronts(options),
      roads: createSimulatedRoads(options, pool),
      pool,
      http: live,
      async close() {
        await pool.close();
        await live.close();
      },
    };
  }
  const http: HttpClient = plan.archive
    ? openReplayingHttpClient(plan.archive, clock.now)
    : config.record
      ? await openRecordingHttpClient(live, config.record, clock.now, {
          places: await recordedPlaces(),
          onFault: (error) => log.warn({ err: error }, 'an answer could not be recorded'),
        })
      : live;
  const points = createNwsPoints({ http });
  return {
    lightning: config.glmSatellites.map((satellite) => createGlmFeed({ satellite, http })),
    lightningAround: config.xweather === null ? null : xweatherAround(config.xweather, http),
    observations: [
      createMetarFeed({ http }),
      ...(config.nwsStations.length > 0 ? [createNwsStations({ http, stationIds: config.nwsStations })] : []),
    ],
    alerts: [alertsOf(createNwsAlerts({ http, points }), plan.archive)],
    forecast:
      config.forecastSource === 'nws'
        ? createNwsForecast({ http, points })
        : createOpenMeteoForecast({ http, key: config.openMeteoKey }),
    simulatedStations: null,
    airQuality: airQualityOf(config, http),
    radar: [
      createIemComposite({ http }),
      createIemModel({ http }),
      ...(config.rainViewerUrl ? [createRainViewer({ http, url: config.rainViewerUrl })] : []),
    ],
    stormCells: createIemStormCells({ http }),
    tropical: createNhc({ http }),
    fronts: createWpcFronts({ http }),
    roads: null,
    pool,
    http: live,
    async close() {
      await pool.close();
      await http.close();
      if (http !== live) await live.close();
    },
  };
}

/** Where an archive has no zones, none is asked for: what is not to be had is then said at once. */
function alertsOf(feed: AlertFeed, archive: Archive | null): AlertFeed {
  if (archive === null || archive.responses.some(({ url }) => url.pathname.startsWith('/zones/')))
    return feed;
  const { shapeOf: _, ...withoutShapes } = feed;
  return withoutShapes;
}

function airQualityOf({ airQualitySource, openMeteoKey }: Config, http: HttpClient): AirQualityFeed | null {
  if (airQualitySource === null) return null;
  if (airQualitySource.kind === 'airnow') return createAirnow({ http, key: airQualitySource.key });
  return createOpenMeteoAirQuality({ http, key: openMeteoKey });
}

function xweatherAround(key: XweatherKey, http: HttpClient): LightningAround {
  return {
    vendor: 'xweather',
    feedsFor: (places) => xweatherCentres(places).map((centre) => createXweatherFeed({ http, key, centre })),
  };
}
