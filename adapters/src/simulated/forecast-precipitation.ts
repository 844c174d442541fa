import { skyCode } from '@allclear/domain';
import { snowPartOf } from './world/conditions.ts';

/** From this chance on the hour is wet, whatever its amount. */
const LIKELY_PCT = 65;
/** From this chance on the hour is wet when this amount is expected. */
const WET_PCT = 30;
const WET_MM = 0.1;
const THUNDER_PCT = 40;
/** The amount of a wet hour: at least a hundredth of an inch, which is the least that is shown. */
const LEAST_MM = 0.3;
/** Snow is about ten times as deep as the water it contains. */
const SNOW_DEPTH = 10;
/** Depth of a wet hour's snow: at least what is shown as a tenth of an inch. */
const LEAST_SNOW_MM = 1.3;
/** Between these parts of snow it is a mixture, else snow or rain only. */
const MIXED = { from: 0.3, to: 0.7 };
const SMOKY_PM25 = 55;

export interface ExpectedWeather {
  /** 0–1. */
  readonly precipitationChance: number;
  readonly thunderChance: number;
  /** Water, mm: the mean over everything that may happen. */
  readonly expectedMm: number;
  readonly temperatureC: number;
  readonly meltedPart: number;
  readonly smokePm25: number;
  readonly cloudCover: number;
}

export interface ForecastPrecipitation {
  readonly precipitationChancePct: number;
  readonly precipitationMm: number;
  readonly snowMm: number;
  readonly weatherCode: number | null;
}

/**
 * Chance, amounts and code of an hour, which agree: a code of rain, snow or thunder has a chance and an amount,
 * and an amount has such a code. Chances are multiples of 5 %, amounts tenths of a millimeter.
 */
export function forecastPrecipitation(hour: ExpectedWeather): ForecastPrecipitation {
  const precipitationChancePct = percent(hour.precipitationChance);
  const isWet =
    precipitationChancePct >= LIKELY_PCT || (precipitationChancePct >= WET_PCT && hour.expectedMm >= WET_MM);
  if (!isWet) {
    const weatherCode = hour.smokePm25 > SMOKY_PM25 ? 22 : skyCode(hour.cloudCover);
    return { precipitationChancePct, precipitationMm: 0, snowMm: 0, weatherCode };
  }
  const precipitationMm = Math.max(LEAST_MM, tenth(hour.expectedMm));
  const part = snowPartOf(hour.temperatureC, hour.meltedPart);
  const snowPart = part < MIXED.from ? 0 : part > MIXED.to ? 1 : part;
  const snowMm = snowPart === 0 ? 0 : Math.max(LEAST_SNOW_MM, tenth(precipitationMm * snowPart * SNOW_DEPTH));
  const hasThunder = percent(hour.thunderChance) >= THUNDER_PCT;
  return {
    precipitationChancePct,
    precipitationMm,
    snowMm,
    weatherCode: hasThunder ? 19 : codeOf(precipitationMm, snowPart, hour.temperatureC),
  };
}

/** Rain at 0 °C and below freezes on the ground. */
function codeOf(mm: number, snowPart: number, temperatureC: number): number {
  if (snowPart === 1) return mm > 2.5 ? 18 : mm > 0.5 ? 11 : 17;
  const isFreezing = temperatureC <= 0;
  if (snowPart > 0) return isFreezing ? 25 : 16;
  if (isFreezing) return 15;
  return mm > 7.6 ? 12 : mm > 2.5 ? 10 : 14;
}

function percent(chance: number): number {
  return Math.round(chance * 20) * 5;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
