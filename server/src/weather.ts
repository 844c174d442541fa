import {
  type AlertFeed,
  type Archive,
  type ArchivePlace,
  createGlmFeed,
  createMetarFeed,
  createNwsAlerts,
  createSimulatedAlerts,
  createSimulatedLightning,
  createSimulatedObservations,
  type Door,
  type LightningFeed,
  type ObservationFeed,
  openLiveDoor,
  openRecordingDoor,
  openReplayDoor,
  readArchive,
} from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { type DemonstrationPlace, usualPlaces } from './demonstration.ts';

/** What is chosen before the clock runs: where weather comes from and when it begins. */
export interface WeatherPlan {
  /** `simulated`, `live` or `replay:NAME`, as status and the store name it. */
  readonly name: string;
  readonly archive: Archive | null;
  /** Where the clock begins on a new database, epoch ms. */
  readonly beginsAt: number;
  /** Where the demonstration organisation has its locations on this weather. */
  readonly places: readonly DemonstrationPlace[];
}

/** Reads and checks what the settings ask for; throws one sentence when an archive is not right. */
export async function planWeather(config: Config, wallNow: number): Promise<WeatherPlan> {
  if (config.weather.kind === 'replay') {
    const archive = await readArchive(config.weather.directory);
    const places = archive.places.map((place) => ({ ...place, address: '' }));
    return { name: `replay:${archive.name}`, archive, beginsAt: archive.start, places: places.length > 0 ? places : usualPlaces };
  }
  return { name: config.weather.kind, archive: null, beginsAt: wallNow, places: usualPlaces };
}

export interface Weather {
  readonly lightning: readonly LightningFeed[];
  readonly observations: readonly ObservationFeed[];
  readonly alerts: readonly AlertFeed[];
  /** The network as address search sees it: always live, never replayed. */
  readonly door: Door;
  close(): Promise<void>;
}

/**
 * Opens the feeds. `begunAt` is where this database's weather began: simulated weather is a function of it. `recordedPlaces` are written into
 * a recording, so that a demonstration on it has its sites where the weather was asked for.
 */
export async function openWeather(
  config: Config,
  plan: WeatherPlan,
  {
    clock,
    begunAt,
    recordedPlaces,
    log,
  }: { clock: Clock; begunAt: number; recordedPlaces: () => Promise<readonly ArchivePlace[]>; log: FastifyBaseLogger },
): Promise<Weather> {
  const live = openLiveDoor({ userAgent: `Allclear/0.1 (weather safety; ${config.contact})`, proxy: config.proxy });
  if (config.weather.kind === 'simulated') {
    const options = { seed: 'demonstration', startedAt: begunAt, places: plan.places };
    return {
      lightning: [createSimulatedLightning(options)],
      observations: [createSimulatedObservations(options)],
      alerts: [createSimulatedAlerts(options)],
      door: live,
      close: () => live.close(),
    };
  }
  const door: Door = plan.archive
    ? openReplayDoor(plan.archive, clock.now)
    : config.record
      ? await openRecordingDoor(live, config.record, clock.now, {
          places: await recordedPlaces(),
          onFault: (error) => log.warn({ err: error }, 'an answer could not be recorded'),
        })
      : live;
  return {
    lightning: config.glmSatellites.map((satellite) => createGlmFeed({ satellite, door })),
    observations: [createMetarFeed({ door })],
    alerts: [createNwsAlerts({ door })],
    door: live,
    async close() {
      await door.close();
      if (door !== live) await live.close();
    },
  };
}
