import { bearingDegrees, haversineMiles } from '@allclear/domain';
import type { ObservationFeed, StationReport } from '../feeds/observations/port.ts';
import { randomFrom } from './random.ts';
import { createStormTracks, type SimulatedPlace, type SimulationOptions, type StormCell } from './storm-tracks.ts';

const REPORT_EVERY_MS = 5 * 60_000;
const LATENCY_MS = 60_000;
const DAY_MS = 86_400_000;
/** A station stands in the middle of each tenth of a degree that holds a place, at most 5 miles away from it. */
const STATIONS_PER_DEGREE = 10;
const HEAVIEST_RAIN_MM_PER_HOUR = 45;

/**
 * Station reports that tell the same story as `createSimulatedLightning` with the same options: a warm day, and under the cell gusts, rain and air
 * that is 8 °C cooler. A report every 5 minutes, a pure function of the options, the station and the time.
 */
export function createSimulatedObservations(options: SimulationOptions): ObservationFeed {
  const storms = createStormTracks(options);
  return {
    vendor: 'simulated',
    pollEveryMs: 60_000,
    async poll({ now, places }) {
      const at = Math.floor((now - LATENCY_MS) / REPORT_EVERY_MS) * REPORT_EVERY_MS;
      // What the storms did within the last hour is the same for all stations.
      const lastHour = Array.from({ length: 12 }, (_, step) => storms(at - step * REPORT_EVERY_MS));
      return stationsFor(places).map((station) => report(station, at, lastHour, options.seed));
    },
  };
}

interface Station extends SimulatedPlace {
  readonly id: string;
}

function stationsFor(places: readonly SimulatedPlace[]): Station[] {
  const stations = new Map<string, Station>();
  for (const place of places) {
    const [row, column] = [Math.floor(place.latitude * STATIONS_PER_DEGREE), Math.floor(place.longitude * STATIONS_PER_DEGREE)];
    const id = `SIM-${Math.abs(row)}${row < 0 ? 'S' : 'N'}${Math.abs(column)}${column < 0 ? 'W' : 'E'}`;
    stations.set(id, { id, latitude: (row + 0.5) / STATIONS_PER_DEGREE, longitude: (column + 0.5) / STATIONS_PER_DEGREE });
  }
  return [...stations.values()];
}

function report(station: Station, at: number, lastHour: readonly (readonly StormCell[])[], seed: string | number): StationReport {
  const random = randomFrom('station', seed, station.id);
  const [warmth, moisture, breeze, breezeFrom] = [random() - 0.5, random() - 0.5, random(), Math.floor(random() * 36) * 10];
  const influences = lastHour.map((cells) => influenceOf(station, cells));
  const here = influences[0]!;
  // Cold air and wet ground stay a while after the cell is gone.
  const outflow = Math.max(...influences.map(({ core }, step) => core * (1 - step / 12)));
  const sun = sunHeight(at, station.longitude);
  const temperatureC = tenth(27 - 0.35 * Math.max(0, Math.abs(station.latitude) - 28) + 5 * sun + 2 * warmth - 8 * outflow);
  const dewPointC = tenth(Math.min(temperatureC - 0.5, 21 + 2 * moisture + 1.5 * outflow - 0.35 * Math.max(0, Math.abs(station.latitude) - 28)));
  const windMps = tenth(1.5 + 2.5 * breeze + Math.max(0, sun) + 7 * here.core);
  const rainMmPerHour = rainFrom(here.core);
  const fiveMinuteRains = influences.map(({ core }) => rainFrom(core) / 12);
  return {
    stationId: station.id,
    stationName: `Simulated station ${station.id.slice(4)}`,
    latitude: station.latitude,
    longitude: station.longitude,
    elevationM: 10,
    observedAt: at,
    temperatureC,
    dewPointC,
    windMps,
    windGustMps: here.core > 0.1 || windMps > 4 ? tenth(windMps * 1.4 + 8 * here.core) : null,
    windDirection: here.core > 0.1 ? Math.round(here.from / 10) * 10 : breezeFrom,
    altimeterHpa: tenth(1016 + Math.cos((at / DAY_MS) * 4 * Math.PI) + 2 * outflow),
    visibilityMiles: rainMmPerHour > 0.5 ? tenth(Math.max(0.8, 10 - 9.5 * here.core)) : 10,
    visibilityAtLeast: rainMmPerHour <= 0.5,
    precipitationLastHourMm: tenth(fiveMinuteRains.reduce((sum, rain) => sum + rain, 0)),
    cloudCover: Math.round(Math.min(1, 0.2 + 0.9 * here.anvil) * 8) / 8,
    weatherText: weatherText(here.thunder, rainMmPerHour),
    thunder: here.thunder ? 'yes' : 'no',
    raw: `SIMULATED ${station.id} ${new Date(at).toISOString()}`,
  };
}

/** How much of a storm a station feels: 1 under the core; the anvil spreads wider; thunder carries some 10 miles. */
function influenceOf(station: SimulatedPlace, cells: readonly StormCell[]) {
  let strongest = { core: 0, anvil: 0, thunder: false, from: 0 };
  for (const cell of cells) {
    const miles = haversineMiles(station.latitude, station.longitude, cell.latitude, cell.longitude);
    const core = cell.strength * Math.exp(-((miles / (cell.radiusMiles * 1.2)) ** 2));
    const anvil = cell.strength * Math.exp(-((miles / 22) ** 2));
    if (anvil > strongest.anvil) {
      strongest = { core, anvil, thunder: miles <= cell.radiusMiles + 6 && cell.strength > 0.1, from: bearingDegrees(station, cell) ?? 0 };
    }
  }
  return strongest;
}

/** mm an hour; there is none at the rim. */
function rainFrom(core: number): number {
  return HEAVIEST_RAIN_MM_PER_HOUR * Math.max(0, core - 0.15) ** 1.5;
}

function weatherText(thunder: boolean, rainMmPerHour: number): string | null {
  const rain = rainMmPerHour > 7.6 ? 'heavy rain' : rainMmPerHour > 2.5 ? 'rain' : rainMmPerHour > 0.2 ? 'light rain' : null;
  if (thunder) return rain ? `Thunderstorm, ${rain}` : 'Thunderstorm nearby';
  return rain ? rain[0]!.toUpperCase() + rain.slice(1) : null;
}

/** −1 … 1 with its peak at 15 h of local solar time, when the air is warmest. */
function sunHeight(at: number, longitude: number): number {
  const dayFraction = at / DAY_MS + longitude / 360;
  return Math.cos((dayFraction - 15 / 24) * 2 * Math.PI);
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
