import {
  fahrenheitFromCelsius,
  HOUR_MS,
  inchesFromMm,
  inchesOfMercuryFromHpa,
  localText,
  localTime,
  MINUTE_MS,
  mphFromMps,
  relativeHumidityPct,
} from '@allclear/domain';
import { dropOldest } from '../bounded-cache.ts';
import type { RasterPool } from '../raster/raster-pool.ts';
import type { UploadFields } from '../stations/upload.ts';
import { isSilentStation } from './outages.ts';
import { randomFrom } from './random.ts';
import type { SimulatedPlace } from './world/places.ts';
import { createWorld, type SimulationOptions } from './world/world.ts';

/** Resolution of the rain gauge: rain is counted in steps of one bucket. */
const BUCKET_MS = 5 * MINUTE_MS;
/** Two stations for a day and an hour. */
const MAX_CACHED_BUCKETS = 1_000;

/** An organization's own weather station in the simulated world. */
export interface SimulatedStation extends SimulatedPlace {
  /** IANA name: its rain gauge begins a new day at local midnight. */
  readonly timeZone: string;
  /** Caption of the camera's images. */
  readonly name: string;
}

export interface SimulatedStations {
  /**
   * The upload of the station at an instant (epoch ms, whole seconds), as a console sends it; null while it
   * is silent. A pure function of the options, the station and the instant.
   */
  uploadAt(station: SimulatedStation, at: number): UploadFields | null;
  /**
   * A PNG of its camera at an instant, drawn off the calling thread; null while it is silent. Throws
   * AdapterError.
   */
  imageAt(station: SimulatedStation, at: number): Promise<Uint8Array | null>;
}

/**
 * Weather stations with sensors for wind, rain, sun and fine particles and a camera, in the weather of all
 * other feeds with the same options.
 */
export function createSimulatedStations(options: SimulationOptions, pool: RasterPool): SimulatedStations {
  const world = createWorld(options);
  const isSilent = (at: number) => world.scenario === 'outage' && isSilentStation(options.startedAt, at);
  const buckets = new Map<string, number>();

  const bucketMm = (from: number, { latitude, longitude }: SimulatedPlace): number => {
    const key = `${from}/${latitude}/${longitude}`;
    const known = buckets.get(key);
    if (known !== undefined) return known;
    const mm = world.precipitationMm(from, from + BUCKET_MS, latitude, longitude);
    dropOldest(buckets, MAX_CACHED_BUCKETS - 1);
    buckets.set(key, mm);
    return mm;
  };
  /** Precipitation between two instants, mm; a partial bucket counts by the elapsed part of it. */
  const fallenMm = (from: number, to: number, place: SimulatedPlace): number => {
    let mm = 0;
    for (let bucket = Math.floor(from / BUCKET_MS) * BUCKET_MS; bucket < to; bucket += BUCKET_MS) {
      const part = Math.min(to, bucket + BUCKET_MS) - Math.max(from, bucket);
      mm += (bucketMm(bucket, place) * part) / BUCKET_MS;
    }
    return mm;
  };

  return {
    uploadAt(station, at) {
      if (isSilent(at)) return null;
      const { latitude, longitude, timeZone } = station;
      const here = world.conditionsAt(at, latitude, longitude);
      const wobble = sensorNoise(options.seed, station, at);
      const windMps = Math.max(0, here.windMps * (1 + wobble(0.2)));
      const gustMps = Math.max(windMps, here.gustMps * (1 + wobble(0.08)));
      const humidityPct = relativeHumidityPct(here.temperatureC, here.dewPointC) ?? 0;
      const midnight = at - (at % MINUTE_MS) - localTime(at, timeZone).minutes * MINUTE_MS;
      const rainRateMmPerHour = here.rainMmPerHour + here.snowMmPerHour;
      return {
        stationtype: 'SIMULATED',
        dateutc: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
        tempf: shown(fahrenheitFromCelsius(here.temperatureC + wobble(0.1)), 1),
        humidity: shown(Math.min(100, humidityPct + wobble(0.7)), 0),
        windspeedmph: shown(mphFromMps(windMps), 1),
        windgustmph: shown(mphFromMps(gustMps), 1),
        winddir: shown((here.windFromDegrees + wobble(12) + 360) % 360, 0),
        baromrelin: shown(inchesOfMercuryFromHpa(here.pressureHpa + wobble(0.1)), 3),
        solarradiation: shown(here.solarWm2 * (1 + wobble(0.01)), 1),
        rainratein: shown(inchesFromMm(rainRateMmPerHour), 3),
        hourlyrainin: shown(inchesFromMm(fallenMm(at - HOUR_MS, at, station)), 3),
        dailyrainin: shown(inchesFromMm(fallenMm(midnight, at, station)), 3),
        pm25: shown(Math.max(0, here.smokePm25 + wobble(0.5)), 1),
      };
    },
    async imageAt({ latitude, longitude, timeZone, name }, at) {
      if (isSilent(at)) return null;
      return pool.draw({
        kind: 'camera',
        options,
        camera: { latitude, longitude, at, name, time: shortTime(at, timeZone) },
      });
    },
  };
}

/** Sensor noise: a value within ± the given spread, another for each call. */
function sensorNoise(
  seed: string | number,
  { latitude, longitude }: SimulatedPlace,
  at: number,
): (spread: number) => number {
  const random = randomFrom(seed, 'station', latitude, longitude, at);
  return (spread) => spread * (2 * random() - 1);
}

/** '6/06 3:46 PM': short enough for a narrow frame. */
function shortTime(at: number, timeZone: string): string {
  const { month, dayOfMonth } = localTime(at, timeZone);
  return `${month}/${String(dayOfMonth).padStart(2, '0')} ${localText(at, timeZone)}`;
}

function shown(value: number | null, decimals: number): string {
  return (value ?? 0).toFixed(decimals);
}
