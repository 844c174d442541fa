import {
  bearingDegrees,
  estimatedSolarWm2,
  HOUR_MS,
  haversineMiles,
  MINUTE_MS,
  sunPosition,
} from '@allclear/domain';
import { rainMmPerHourFromDbz } from './reflectivity.ts';
import type { Climate } from './scenario.ts';
import { FELT_MILES, type Storm } from './storm.ts';
import { createWaves, type Instant, type Wave, waveHeight } from './waves.ts';

/**
 * The weather at a point and an instant. SI units unless the name gives another; a simulated world has no
 * missing values.
 */
export interface Conditions {
  readonly temperatureC: number;
  /** Never above the temperature. */
  readonly dewPointC: number;
  readonly windMps: number;
  /** Never below the wind. */
  readonly gustMps: number;
  /** Degrees clockwise from north from which the wind comes, 0 ≤ x < 360. */
  readonly windFromDegrees: number;
  /** Reduced to sea level. */
  readonly pressureHpa: number;
  /** 0–1. */
  readonly cloudCover: number;
  /** On a level surface, by the elevation of the sun and the clouds. */
  readonly solarWm2: number;
  /** As water; rain at 0 °C and below freezes on the ground. */
  readonly rainMmPerHour: number;
  /** As water. */
  readonly snowMmPerHour: number;
  /** Part of falling snow that melts in warmer air aloft, 0–1; given in dry weather too. */
  readonly meltedPart: number;
  /** Diameter of current hail at the place, inches; 0 for none. */
  readonly hailInches: number;
  /** Whether thunder is audible. */
  readonly thunder: boolean;
  /** Fine particles, µg/m³. */
  readonly smokePm25: number;
  readonly ozonePpb: number;
  /** 10 means 10 and more. */
  readonly visibilityMiles: number;
}

/** The inputs of conditions. */
export interface Sky {
  readonly seed: string | number;
  /** Where and when there is smoke, if any. */
  readonly smokyAt: Instant;
  readonly climate: Climate;
  /** At least the storms with an effect at a place. */
  stormsNear(at: number, latitude: number, longitude: number): readonly Storm[];
  /** Reflectivity of the storms alone. */
  stormsDbzAt(at: number, latitude: number, longitude: number): number;
  /** How far the heat of a hot day is there, 0–1. */
  heatAt(at: number, latitude: number, longitude: number): number;
  /** Precipitation of the winter's bands, mm of water an hour. */
  bandMmPerHour(at: number, latitude: number, longitude: number): number;
}

/** The air is warmest this long after solar noon. */
const WARMEST_AFTER_MS = 2.5 * HOUR_MS;
/** Cold air of a storm is traced this far back, in steps. */
const OUTFLOW_STEPS = 12;
const OUTFLOW_STEP_MS = 5 * MINUTE_MS;
const OUTFLOW_COOLING_C = 8;
const MPS_PER_MPH = 0.44704;
const ANVIL_MILES = 22;
const THUNDER_CARRIES_MILES = 6;
const CLEAR_VISIBILITY_MILES = 10;
/** The air of a hot day that a person makes happen: its WBGT is above 90 °F, by night too. */
const HOT_C = 39.5;
const HOT_DEW_POINT_C = 28;

/** The waves of each quantity, different for each seed. */
function wavesOf(sky: Sky) {
  const waves = (name: string, lengthDegrees: number, periodHours: number, crestAt?: Instant): Wave[] =>
    createWaves(`${sky.seed}/${name}`, {
      count: 4,
      lengthDegrees,
      periodMs: periodHours * HOUR_MS,
      ...(crestAt ? { crestAt } : {}),
    });
  return [
    waves('warmth', 9, 90),
    waves('moisture', 7, 70),
    waves('wind', 6, 31),
    waves('turn', 12, 110),
    waves('pressure', 16, 100),
    waves('clouds', 3, 14),
    waves('smoke', 8, 60, sky.smokyAt),
    waves('aloft', 5, 18),
  ] as const;
}

/** A function of an instant (epoch ms) and a place (degrees), for one sky. */
export function createConditions(sky: Sky): (at: number, latitude: number, longitude: number) => Conditions {
  const { climate } = sky;
  const [warmth, moisture, wind, turn, pressure, clouds, smoke, warmAloft] = wavesOf(sky);

  return (at, latitude, longitude) => {
    const height = (of: readonly Wave[]) => climate.unrest * waveHeight(of, at, latitude, longitude);
    const feltBefore = (step: number) =>
      feelStorms(sky.stormsNear(at - step * OUTFLOW_STEP_MS, latitude, longitude), latitude, longitude);
    const here = feltBefore(0);
    const felt = [here, ...Array.from({ length: OUTFLOW_STEPS - 1 }, (_, step) => feltBefore(step + 1))];
    const heat = sky.heatAt(at, latitude, longitude);
    // Cold air and wet ground persist after the cell is gone, unless a hot day begins.
    const outflow = Math.max(
      ...felt.map(({ core }, step) => core * (1 - step / OUTFLOW_STEPS) * (step === 0 ? 1 : 1 - heat)),
    );

    const bandMmPerHour = sky.bandMmPerHour(at, latitude, longitude);
    const cloudCover = clamp(
      climate.cloudCover + 0.3 * height(clouds) + 0.9 * here.anvil + (bandMmPerHour > 0 ? 0.4 : 0),
      0,
      1,
    );
    const latitudeCoolingC = climate.coolingCPerDegree * Math.max(0, Math.abs(latitude) - 28);
    const seasonC = climate.temperatureC - latitudeCoolingC + 1.5 * height(warmth);
    const warmSun = sunPosition({ at: at - WARMEST_AFTER_MS, latitude, longitude })?.cosZenith ?? 0;
    const heated = (value: number, hot: number) => value + heat * Math.max(0, hot - value);
    const temperatureC =
      heated(seasonC + climate.swingC * warmSun * (1 - 0.4 * cloudCover), HOT_C) -
      OUTFLOW_COOLING_C * outflow;
    const dewPointC = Math.min(
      temperatureC - 0.5,
      heated(climate.dewPointC - latitudeCoolingC + 1.2 * height(moisture), HOT_DEW_POINT_C) + 1.5 * outflow,
    );

    const sun = estimatedSolarWm2({ at, latitude, longitude, cloudCover }) ?? 0;
    const calmMps = Math.max(0.5, climate.windMps * (1 + 0.35 * height(wind)) + sun / 1_000);
    const stormGustMps = here.core > 0.1 ? here.gustMph * MPS_PER_MPH * Math.min(1, here.core * 1.1) : 0;
    const windMps = Math.max(calmMps, 0.6 * stormGustMps);
    // Away from the storm; elsewhere it turns slowly.
    const windFromDegrees = here.core > 0.1 ? here.fromDegrees : (200 + 120 * height(turn) + 720) % 360;

    // Under warmer air aloft snow melts on its way, and freezes on the ground; in between it is a mixture.
    const meltedPart = 1 - clamp((0.35 - height(warmAloft)) / 0.2, 0, 1);
    const snowPart = snowPartOf(temperatureC, meltedPart);
    const rainMmPerHour =
      rainMmPerHourFromDbz(sky.stormsDbzAt(at, latitude, longitude)) + bandMmPerHour * (1 - snowPart);
    const snowMmPerHour = bandMmPerHour * snowPart;
    const thickness = clamp(0.55 + 0.75 * height(smoke), 0, 1);
    const smokePm25 =
      climate.cleanPm25 * (1 + 0.3 * height(moisture)) * (rainMmPerHour > 1 ? 0.6 : 1) +
      climate.smokePm25 * thickness;
    return {
      temperatureC,
      dewPointC,
      windMps,
      gustMps: Math.max(windMps * 1.35, stormGustMps),
      windFromDegrees,
      pressureHpa: 1016 + 6 * height(pressure) + Math.cos((at / (12 * HOUR_MS)) * 2 * Math.PI) + 2 * outflow,
      cloudCover,
      solarWm2: sun,
      rainMmPerHour,
      snowMmPerHour,
      meltedPart,
      hailInches: here.isUnderCore ? here.hailInches : 0,
      thunder: here.thunder,
      smokePm25,
      ozonePpb: 18 + (climate.afternoonOzonePpb - 18) * clamp(warmSun, 0, 1) * (1 - 0.5 * cloudCover),
      visibilityMiles: visibilityMiles(rainMmPerHour, snowMmPerHour, smokePm25),
    };
  };
}

/**
 * Part of precipitation that falls as snow, 0–1: all of it at 0 °C and below except what melts aloft, none at
 * 1 °C and above.
 */
export function snowPartOf(temperatureC: number, meltedPart: number): number {
  return clamp(1 - temperatureC, 0, 1) * (1 - meltedPart);
}

/** Whether thunder is audible at a place. */
export function isThunderAt(storms: readonly Storm[], latitude: number, longitude: number): boolean {
  return storms.some((storm) =>
    isAudible(storm, haversineMiles(latitude, longitude, storm.latitude, storm.longitude)),
  );
}

function isAudible({ radiusMiles, strength }: Storm, miles: number): boolean {
  return miles <= radiusMiles + THUNDER_CARRIES_MILES && strength > 0.1;
}

/**
 * The effect of the storms at a place: 1 under the core; the anvil spreads wider; thunder is audible about 10
 * miles away.
 */
function feelStorms(storms: readonly Storm[], latitude: number, longitude: number) {
  let strongest = {
    core: 0,
    anvil: 0,
    thunder: false,
    fromDegrees: 0,
    gustMph: 0,
    hailInches: 0,
    isUnderCore: false,
  };
  for (const storm of storms) {
    const miles = haversineMiles(latitude, longitude, storm.latitude, storm.longitude);
    if (miles > FELT_MILES) continue;
    const core = storm.strength * Math.exp(-((miles / (storm.radiusMiles * 1.2)) ** 2));
    const thunder = strongest.thunder || isAudible(storm, miles);
    const anvil = storm.strength * Math.exp(-((miles / ANVIL_MILES) ** 2));
    if (anvil <= strongest.anvil) {
      strongest.thunder = thunder;
      continue;
    }
    strongest = {
      core,
      anvil,
      thunder,
      fromDegrees: bearingDegrees({ latitude, longitude }, storm) ?? 0,
      gustMph: storm.gustMph,
      hailInches: storm.hailInches,
      isUnderCore: miles <= storm.radiusMiles / 2,
    };
  }
  return strongest;
}

/**
 * Visibility in miles, at most 10, reduced by rain, snow and smoke. Koschmieder: 3.9 over the extinction per
 * km.
 */
function visibilityMiles(rainMmPerHour: number, snowMmPerHour: number, pm25: number): number {
  const perKm = 0.05 + 0.22 * rainMmPerHour ** 0.6 + 1.4 * snowMmPerHour ** 0.7 + 0.004 * pm25;
  return clamp((3.9 / perKm) * 0.621371, 0.1, CLEAR_VISIBILITY_MILES);
}

function clamp(value: number, least: number, maximum: number): number {
  return Math.min(maximum, Math.max(least, value));
}
