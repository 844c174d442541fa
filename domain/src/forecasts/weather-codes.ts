/**
 * The only table of weather codes for an hour or a day of a forecast. The numbers are the product's own,
 * except those that the specification fixes: the last two digits 06, 11, 16, 17, 18, 24, 25 and 26 mean snow
 * (specification 1, section 4 'Forecast view').
 */
export interface WeatherCode {
  readonly code: number;
  readonly text: string;
  /** Names of icons; the night's icon differs where the sky is visible. */
  readonly dayIcon: string;
  readonly nightIcon: string;
  /** Several hours are summarized by the most severe code: 0 (a clear sky) and up. */
  readonly severity: number;
}

const row = (
  code: number,
  text: string,
  severity: number,
  dayIcon: string,
  nightIcon = dayIcon,
): WeatherCode => ({
  code,
  text,
  dayIcon,
  nightIcon,
  severity,
});

export const weatherCodes: readonly WeatherCode[] = [
  row(1, 'Clear', 0, 'clear-day', 'clear-night'),
  row(2, 'Mostly clear', 1, 'mostly-clear-day', 'mostly-clear-night'),
  row(3, 'Partly cloudy', 2, 'partly-cloudy-day', 'partly-cloudy-night'),
  row(4, 'Mostly cloudy', 3, 'mostly-cloudy-day', 'mostly-cloudy-night'),
  row(5, 'Cloudy', 4, 'cloudy'),
  row(6, 'Snow showers', 42, 'snow-showers-day', 'snow-showers-night'),
  row(7, 'Fog', 10, 'fog'),
  row(8, 'Haze', 11, 'haze'),
  row(9, 'Drizzle', 20, 'drizzle'),
  row(10, 'Rain', 24, 'rain'),
  row(11, 'Snow', 43, 'snow'),
  row(12, 'Heavy rain', 26, 'heavy-rain'),
  row(13, 'Rain showers', 23, 'rain-showers-day', 'rain-showers-night'),
  row(14, 'Light rain', 22, 'light-rain'),
  row(15, 'Freezing rain', 47, 'freezing-rain'),
  row(16, 'Rain and snow', 40, 'rain-snow'),
  row(17, 'Light snow', 41, 'light-snow'),
  row(18, 'Heavy snow', 46, 'heavy-snow'),
  row(19, 'Thunderstorms', 50, 'thunderstorms'),
  row(20, 'Thunderstorms with hail', 51, 'thunderstorms-hail'),
  row(21, 'Windy', 12, 'wind'),
  row(22, 'Smoke', 13, 'smoke'),
  row(23, 'Blowing dust', 14, 'dust'),
  row(24, 'Sleet', 44, 'sleet'),
  row(25, 'Snow and freezing rain', 48, 'snow-freezing-rain'),
  row(26, 'Blizzard', 49, 'blizzard'),
  row(27, 'Hot', 15, 'hot', 'clear-night'),
  row(28, 'Very cold', 16, 'cold'),
  row(29, 'Freezing drizzle', 45, 'freezing-drizzle'),
  row(30, 'Tropical storm', 60, 'tropical-storm'),
  row(31, 'Hurricane', 61, 'hurricane'),
  row(32, 'Tornado', 62, 'tornado'),
];

const byCode: ReadonlyMap<number, WeatherCode> = new Map(weatherCodes.map((entry) => [entry.code, entry]));
const snowDigits: ReadonlySet<number> = new Set([6, 11, 16, 17, 18, 24, 25, 26]);

/** The entry of a code; undefined for an unknown code. */
export function weatherCodeOf(code: number | null | undefined): WeatherCode | undefined {
  return code === null || code === undefined ? undefined : byCode.get(code);
}

/**
 * Whether a code's last two digits mean snow; false for a missing one. Source: specification 1, section 4.
 */
export function isSnowCode(code: number | null | undefined): boolean {
  return typeof code === 'number' && Number.isInteger(code) && snowDigits.has(Math.abs(code) % 100);
}

/** Whether a code means thunder. */
export function isThunderCode(code: number | null | undefined): boolean {
  return code === 19 || code === 20;
}

/** The most severe of several codes; null when none is known. */
export function mostSevereCode(codes: readonly (number | null)[]): number | null {
  let mostSevere: WeatherCode | undefined;
  for (const code of codes) {
    const entry = weatherCodeOf(code);
    if (entry && (!mostSevere || entry.severity > mostSevere.severity)) mostSevere = entry;
  }
  return mostSevere?.code ?? null;
}

/**
 * The code of a sky by its cover, 0 … 1 (NWS: few up to 1/4, scattered to 1/2, broken to 7/8); null when
 * missing.
 */
export function skyCode(cloudCover: number | null): number | null {
  if (cloudCover === null || !(cloudCover >= 0 && cloudCover <= 1)) return null;
  return cloudCover < 0.06 ? 1 : cloudCover < 0.31 ? 2 : cloudCover < 0.56 ? 3 : cloudCover < 0.88 ? 4 : 5;
}

/** WMO table 4677 in the selection that Open-Meteo uses. */
const ofWmo: Readonly<Record<number, number>> = {
  0: 1,
  1: 2,
  2: 3,
  3: 5,
  45: 7,
  48: 7,
  51: 9,
  53: 9,
  55: 9,
  56: 29,
  57: 29,
  61: 14,
  63: 10,
  65: 12,
  66: 15,
  67: 15,
  71: 17,
  73: 11,
  75: 18,
  77: 17,
  80: 13,
  81: 13,
  82: 12,
  85: 6,
  86: 18,
  95: 19,
  96: 20,
  99: 20,
};

/** The code of a WMO weather code (`weather_code` of Open-Meteo); null for one that is not in the table. */
export function codeOfWmo(wmo: number | null): number | null {
  return wmo === null ? null : (ofWmo[wmo] ?? null);
}

/**
 * Phrases of the US National Weather Service's forecasts ('Chance Showers And Thunderstorms'); the first
 * match counts.
 */
const words: readonly (readonly [RegExp, number])[] = [
  [/tornado|funnel/, 32],
  [/hurricane|typhoon/, 31],
  [/tropical storm/, 30],
  [/hail/, 20],
  [/thunder|t-?storms?\b/, 19],
  [/blizzard|blowing snow/, 26],
  [/(snow|flurries).*freezing (rain|drizzle)|freezing (rain|drizzle).*snow/, 25],
  [/freezing drizzle/, 29],
  [/freezing rain|freezing spray|\bice\b(?! (pellets|crystals|fog))/, 15],
  [/(sleet|ice pellets)/, 24],
  [/(rain|showers|drizzle).*snow|snow.*(rain|drizzle)|wintry mix/, 16],
  [/heavy snow/, 18],
  [/snow showers|snow squalls?/, 6],
  [/light snow|flurries|ice crystals|snow grains/, 17],
  [/snow/, 11],
  [/heavy (rain|showers)/, 12],
  [/drizzle/, 9],
  [/showers/, 13],
  [/light rain|sprinkles/, 14],
  [/rain/, 10],
  [/volcanic|dust|sand|ash/, 23],
  [/smoke/, 22],
  [/haze/, 8],
  [/fog|mist/, 7],
  [/\bhot\b/, 27],
  [/\bcold\b|frigid/, 28],
  [/mostly (cloudy)/, 4],
  [/partly (cloudy|sunny)/, 3],
  [/mostly (clear|sunny)/, 2],
  [/cloudy|overcast/, 5],
  [/clear|sunny|fair/, 1],
  [/wind|breezy|blustery/, 21],
];

/** The code of a phrase of the US National Weather Service; null when nothing in it is known. */
export function weatherCodeOfText(text: string | null): number | null {
  if (!text) return null;
  const plain = text.toLowerCase().replaceAll('_', ' ');
  return words.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

/** Conditions of the icons of api.weather.gov. */
const ofIcon: Readonly<Record<string, number>> = {
  skc: 1,
  few: 2,
  sct: 3,
  bkn: 4,
  ovc: 5,
  wind_skc: 21,
  wind_few: 21,
  wind_sct: 21,
  wind_bkn: 21,
  wind_ovc: 21,
  snow: 11,
  rain_snow: 16,
  rain_sleet: 24,
  snow_sleet: 24,
  fzra: 15,
  rain_fzra: 15,
  snow_fzra: 25,
  sleet: 24,
  blizzard: 26,
  rain: 10,
  rain_showers: 13,
  rain_showers_hi: 13,
  tsra: 19,
  tsra_sct: 19,
  tsra_hi: 19,
  tornado: 32,
  hurricane: 31,
  tropical_storm: 30,
  dust: 23,
  smoke: 22,
  haze: 8,
  hot: 27,
  cold: 28,
  fog: 7,
};

/**
 * The code of an icon of api.weather.gov
 * ('https://api.weather.gov/icons/land/night/rain_showers,40/tsra,60?size=small'): of two conditions the more
 * severe one. Null when it contains no known condition.
 */
export function codeOfIcon(url: string | null): number | null {
  const shown = url && /\/icons\/[a-z]+\/(?:day|night)\/([^?]+)/.exec(url)?.[1];
  if (!shown) return null;
  return mostSevereCode(shown.split('/').map((condition) => ofIcon[condition.replace(/,.*/, '')] ?? null));
}
