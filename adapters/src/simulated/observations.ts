import { HOUR_MS } from '@allclear/domain';
import type { ObservationFeed, StationReport } from '../feeds/observations/port.ts';
import type { Conditions } from './world/conditions.ts';
import type { SimulatedPlace } from './world/places.ts';
import { createWorld, type SimulationOptions, type World } from './world/world.ts';

const REPORT_EVERY_MS = 5 * 60_000;
const LATENCY_MS = 60_000;
/**
 * A station is in the middle of each tenth of a degree that contains a place, at most 5 miles away from it.
 */
const STATIONS_PER_DEGREE = 10;
/** Gusts are reported above this. */
const GUSTY_MPS = 6;
const WET_MM_PER_HOUR = 0.2;
const SMOKY_PM25 = 55;

/**
 * Station reports of the world: the same weather as `createSimulatedLightning` and all others with the same
 * options. A report every 5 minutes, a pure function of the options, the station and the time.
 */
export function createSimulatedObservations(options: SimulationOptions): ObservationFeed {
  const world = createWorld(options);
  return {
    vendor: 'simulated',
    pollEveryMs: 60_000,
    async poll({ now, places }) {
      const at = Math.floor((now - LATENCY_MS) / REPORT_EVERY_MS) * REPORT_EVERY_MS;
      return stationsFor(places).map((station) => report(world, station, at));
    },
  };
}

interface Station extends SimulatedPlace {
  readonly id: string;
}

function stationsFor(places: readonly SimulatedPlace[]): Station[] {
  const stations = new Map<string, Station>();
  for (const place of places) {
    const [row, column] = [
      Math.floor(place.latitude * STATIONS_PER_DEGREE),
      Math.floor(place.longitude * STATIONS_PER_DEGREE),
    ];
    const id = `SIM-${Math.abs(row)}${row < 0 ? 'S' : 'N'}${Math.abs(column)}${column < 0 ? 'W' : 'E'}`;
    stations.set(id, {
      id,
      latitude: (row + 0.5) / STATIONS_PER_DEGREE,
      longitude: (column + 0.5) / STATIONS_PER_DEGREE,
    });
  }
  return [...stations.values()];
}

function report(world: World, station: Station, at: number): StationReport {
  const here = world.conditionsAt(at, station.latitude, station.longitude);
  const temperatureC = tenth(here.temperatureC);
  const visibilityMiles = here.visibilityMiles < 10 ? Math.max(0.1, tenth(here.visibilityMiles)) : 10;
  return {
    stationId: station.id,
    stationName: `Simulated station ${station.id.slice(4)}`,
    latitude: station.latitude,
    longitude: station.longitude,
    elevationM: 10,
    observedAt: at,
    temperatureC,
    dewPointC: Math.min(temperatureC, tenth(here.dewPointC)),
    windMps: tenth(here.windMps),
    windGustMps: here.gustMps > GUSTY_MPS ? tenth(here.gustMps) : null,
    windDirection: (Math.round(here.windFromDegrees / 10) * 10) % 360,
    altimeterHpa: tenth(here.pressureHpa),
    visibilityMiles,
    visibilityAtLeast: visibilityMiles >= 10,
    precipitationLastHourMm: tenth(
      world.precipitationMm(at - HOUR_MS, at, station.latitude, station.longitude),
    ),
    cloudCover: Math.round(here.cloudCover * 8) / 8,
    weatherText: weatherText(here),
    thunder: here.thunder ? 'yes' : 'no',
    raw: `SIMULATED ${station.id} ${new Date(at).toISOString()}`,
  };
}

/** Weather as reports word it, null when there is none. */
function weatherText(here: Conditions): string | null {
  const { rainMmPerHour, snowMmPerHour, temperatureC } = here;
  const falls =
    snowMmPerHour > WET_MM_PER_HOUR
      ? amount(snowMmPerHour, 1, 2.5, 'snow')
      : rainMmPerHour > WET_MM_PER_HOUR
        ? amount(rainMmPerHour, 2.5, 7.6, temperatureC <= 0 ? 'freezing rain' : 'rain')
        : null;
  const hail = here.hailInches > 0 ? ', hail' : '';
  if (here.thunder) return falls ? `Thunderstorm, ${falls}${hail}` : 'Thunderstorm nearby';
  if (falls) return falls.charAt(0).toUpperCase() + falls.slice(1);
  return here.smokePm25 > SMOKY_PM25 ? 'Smoke' : null;
}

function amount(mmPerHour: number, moderate: number, heavy: number, what: string): string {
  return mmPerHour > heavy ? `heavy ${what}` : mmPerHour > moderate ? what : `light ${what}`;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
