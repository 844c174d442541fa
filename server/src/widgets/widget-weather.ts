import {
  fahrenheitFromCelsius,
  feedLimitsMs,
  feelsLikeF,
  inchesFromMm,
  mphFromMps,
  relativeHumidityPct,
  type WidgetForecasts,
  type WidgetReading,
} from '@allclear/domain';
import {
  airQualityLimitsMs,
  findAirQuality,
  type NearReading,
  readingsNear,
  readOwnAir,
} from '../air-quality/index.ts';
import { currentReports } from '../conditions/index.ts';
import { currentForecast, type ForecastSource } from '../forecasts/index.ts';
import type { Database } from '../platform/database/database.ts';
import {
  calibratedRainMm,
  estimatedWbgtF,
  imagesOf,
  type NearestObservation,
  newestReports,
  oldestReportMs,
  ownReportLimitMs,
  readingFor,
  reportLimitMs,
} from '../stations/index.ts';
import { placeOfWidget, type WidgetOrganizationData, type WidgetPlace } from './widget-surroundings.ts';
import type { StoredWidget } from './widgets.store.ts';

/** What is measured and forecast for a widget; instants epoch ms of the product clock. */
export interface WidgetWeather {
  /** By condition code. */
  readonly readings: ReadonlyMap<number, WidgetReading>;
  readonly forecast: WidgetForecasts | null;
  /** The station whose camera it shows, and when that took its picture; null without one. */
  readonly camera: { readonly stationId: string; readonly takenAt: number } | null;
}

export const noWeather: WidgetWeather = { readings: new Map(), forecast: null, camera: null };

export interface WeatherSources {
  readonly forecast: ForecastSource | null;
  readonly airQuality: ForecastSource | null;
}

type Shown = Pick<
  StoredWidget,
  'organizationLocationId' | 'weatherStationId' | 'primaryCondition' | 'conditions' | 'forecasts' | 'type'
>;

/** The weather of widgets of one organization, in the order given, at `now`. Places and stations are read once each. */
export async function weatherOfWidgets(
  db: Database,
  sources: WeatherSources,
  data: WidgetOrganizationData,
  widgets: readonly Shown[],
  now: number,
): Promise<WidgetWeather[]> {
  const { organizationId, stations } = data;
  const places = [...new Set(widgets.flatMap((widget) => placeOfWidget(widget, data) ?? []))];
  const chosen = stations.filter(({ id }) => widgets.some(({ weatherStationId }) => weatherStationId === id));
  const atPlaces = await currentReports(
    db,
    organizationId,
    places.map((place) => ({ ...place, organizationLocationId: place.id })),
    now,
  );
  const ofStations = await newestReports(db, chosen, now - oldestReportMs, now);
  const images = widgets.some(({ type }) => type === 1)
    ? await imagesOf(db, organizationId)
    : new Map<string, number>();
  const own = widgets.some(showsAir) ? await readOwnAir(db, organizationId, now) : [];
  const air = new Map<string, readonly NearReading[]>();
  const forecasts = new Map<string, WidgetForecasts | null>();
  for (const place of places) {
    const here = widgets.filter(({ organizationLocationId }) => organizationLocationId === place.id);
    if (here.some(showsAir)) air.set(place.id, await airNear(db, sources.airQuality, place, own, now));
    if (here.some(({ forecasts: some }) => some.length > 0))
      forecasts.set(place.id, await forecastOf(db, sources.forecast, place, now));
  }
  return widgets.map((widget) => {
    const place = placeOfWidget(widget, data);
    if (place === null) return noWeather;
    const report =
      widget.weatherStationId === null
        ? atPlaces[places.indexOf(place)]
        : ofStations.find(({ station }) => station.id === widget.weatherStationId);
    return {
      readings: new Map([...stationReadings(report, now), ...airReadings(air.get(place.id) ?? [], now)]),
      forecast: forecasts.get(place.id) ?? null,
      camera: widget.type === 1 ? cameraOf(widget, place, data, images) : null,
    };
  });
}

const airCodes = [6, 7, 8, 9];

function showsAir({ primaryCondition, conditions }: Shown): boolean {
  return [primaryCondition, ...conditions].some((code) => airCodes.includes(code));
}

/** What a station measures, by condition code; a report that is too old is not good any more, and is shown so. */
function stationReadings(report: NearestObservation | undefined, now: number): [number, WidgetReading][] {
  if (!report) return [];
  const { station, observation } = report;
  const { observedAt } = observation;
  const goodUntil = observedAt + (station.organizationId === null ? reportLimitMs : ownReportLimitMs);
  const temperatureF = fahrenheitFromCelsius(observation.temperatureC);
  const windMph = mphFromMps(observation.windMps);
  const values: readonly (readonly [number, number | null])[] = [
    [0, temperatureF],
    [1, estimatedWbgtF(report)],
    [2, windMph],
    // As policies read it: an automated station leaves out dry hours.
    [
      3,
      inchesFromMm(calibratedRainMm(report, observation.precipitationLastHourMm)) ??
        readingFor('PRECIP', report)?.value ??
        null,
    ],
    [4, mphFromMps(observation.windGustMps)],
    [
      5,
      feelsLikeF({
        temperatureF,
        relativeHumidityPct: relativeHumidityPct(observation.temperatureC, observation.dewPointC),
        windMph,
      }),
    ],
  ];
  return values
    .filter(([, value]) => value !== null && observedAt <= now)
    .map(([code, value]) => [code, { value, observedAt, goodUntil }]);
}

/** The indices of the air, by condition code; the last is the largest. */
function airReadings(near: readonly NearReading[], now: number): [number, WidgetReading][] {
  const known = near.flatMap(({ reading, indices }) =>
    indices.nowCast === null || reading.observedAt > now
      ? []
      : [{ pollutant: reading.pollutant, value: indices.nowCast, observedAt: reading.observedAt }],
  );
  const codes = { 'PM2.5': 6, PM10: 7, O3: 8 } as const;
  const readingOf = ({ value, observedAt }: { value: number; observedAt: number }): WidgetReading => ({
    ...{ value, observedAt, goodUntil: observedAt + airQualityLimitsMs.late },
  });
  const worst = known.toSorted((a, b) => b.value - a.value)[0];
  return [
    ...known.map((one): [number, WidgetReading] => [codes[one.pollutant], readingOf(one)]),
    ...(worst ? [[9, readingOf(worst)] satisfies [number, WidgetReading]] : []),
  ];
}

async function airNear(
  db: Database,
  source: ForecastSource | null,
  place: WidgetPlace,
  own: Awaited<ReturnType<typeof readOwnAir>>,
  now: number,
): Promise<NearReading[]> {
  const stored = source === null ? undefined : await findAirQuality(db, source.vendor, place);
  const isShown = ({ observedAt }: { observedAt: number }) => now - observedAt <= airQualityLimitsMs.down;
  return readingsNear(
    { around: (stored?.readings ?? []).filter(isShown), own: own.filter(isShown) },
    place,
    now,
  );
}

async function forecastOf(
  db: Database,
  source: ForecastSource | null,
  place: WidgetPlace,
  now: number,
): Promise<WidgetForecasts | null> {
  if (source === null) return null;
  const current = await currentForecast(db, source, place, now);
  if (current.kind !== 'known') return null;
  const { hours, asOf } = current.forecast;
  return { hours, goodUntil: asOf + feedLimitsMs.forecast.late };
}

/** The camera of the chosen station, else of the first at the place that has one. */
function cameraOf(
  { weatherStationId }: Shown,
  place: WidgetPlace,
  { stations }: WidgetOrganizationData,
  images: ReadonlyMap<string, number>,
): WidgetWeather['camera'] {
  const candidates = stations.filter(({ id, organizationLocationId }) =>
    weatherStationId === null ? organizationLocationId === place.id : id === weatherStationId,
  );
  for (const { id } of candidates) {
    const takenAt = images.get(id);
    if (takenAt !== undefined) return { stationId: id, takenAt };
  }
  return null;
}

/** What is at the places of an organization, for the choices of the builder. */
export async function equipmentOfPlaces(
  db: Database,
  source: ForecastSource | null,
  data: WidgetOrganizationData,
  now: number,
) {
  const images = await imagesOf(db, data.organizationId);
  const own = await readOwnAir(db, data.organizationId, now);
  const withAir = new Set<string>();
  for (const place of data.places)
    if ((await airNear(db, source, place, own, now)).length > 0) withAir.add(place.id);
  return (place: WidgetPlace) => {
    const here = data.stations.filter(({ organizationLocationId }) => organizationLocationId === place.id);
    return {
      weatherStationId: here[0]?.id ?? null,
      hasCamera: here.some(({ id }) => images.has(id)),
      hasAirQuality: withAir.has(place.id),
    };
  };
}
