import { expect, test } from 'vitest';
import {
  codeOfIcon,
  codeOfWmo,
  isSnowCode,
  isThunderCode,
  mostSevereCode,
  skyCode,
  weatherCodeOf,
  weatherCodeOfText,
  weatherCodes,
} from './weather-codes.ts';

test('numbers and severities are each used once, and every code has its icons', () => {
  expect(new Set(weatherCodes.map(({ code }) => code)).size).toBe(weatherCodes.length);
  expect(new Set(weatherCodes.map(({ severity }) => severity)).size).toBe(weatherCodes.length);
  for (const { dayIcon, nightIcon, text } of weatherCodes)
    expect([dayIcon, nightIcon, text].every(Boolean)).toBe(true);
  expect(weatherCodeOf(999)).toBeUndefined();
  expect(weatherCodeOf(null)).toBeUndefined();
});

test('the codes that the specification calls snow are the frozen ones of the table, whatever stands before the last two digits', () => {
  const snow = weatherCodes.filter(({ code }) => isSnowCode(code)).map(({ code }) => code);
  expect(snow).toEqual([6, 11, 16, 17, 18, 24, 25, 26]);
  expect([106, 1011, 10026].every(isSnowCode)).toBe(true);
  expect([60, 611, 1.06, null, undefined].map(isSnowCode)).toEqual([false, true, false, false, false]);
});

test.each<[string | null, number | null]>([
  ['Sunny', 1],
  ['Mostly Clear', 2],
  ['Partly Sunny', 3],
  ['Mostly Cloudy', 4],
  ['Cloudy', 5],
  ['Chance Rain Showers', 13],
  ['Slight Chance Showers And Thunderstorms', 19],
  ['Chance Light Snow', 17],
  ['Heavy Snow', 18],
  ['Snow Likely', 11],
  ['Chance Snow Showers', 6],
  ['Rain And Snow', 16],
  ['Freezing Rain', 15],
  ['Snow And Freezing Rain', 25],
  ['Sleet', 24],
  ['Areas Of Blowing Snow', 26],
  ['Patchy Fog', 7],
  ['Patchy Smoke', 22],
  ['patchy blowing_dust', 23],
  ['Breezy', 21],
  ['Hot', 27],
  ['Isolated Tropical Storm Conditions', 30],
  ['chance light rain_showers, patchy fog', 13],
  ['Unheard Of', null],
  ['', null],
  [null, null],
])('the words %s', (text, code) => {
  expect(weatherCodeOfText(text)).toBe(code);
});

test.each<[string | null, number | null]>([
  ['https://api.weather.gov/icons/land/day/bkn?size=small', 4],
  ['https://api.weather.gov/icons/land/night/rain_showers,40?size=small', 13],
  ['https://api.weather.gov/icons/land/day/rain,20/tsra_hi,60?size=medium', 19],
  ['https://api.weather.gov/icons/land/day/new_kind', null],
  ['/icons/land/night/snow', 11],
  ['about:blank', null],
  [null, null],
])('the icon %s', (url, code) => {
  expect(codeOfIcon(url)).toBe(code);
});

test('WMO codes of Open-Meteo, the sky by its cover, the gravest of several', () => {
  expect([0, 2, 45, 51, 61, 65, 71, 75, 86, 95, 99, 42, null].map(codeOfWmo)).toEqual([
    1,
    3,
    7,
    9,
    14,
    12,
    17,
    18,
    18,
    19,
    20,
    null,
    null,
  ]);
  expect([0, 0.2, 0.5, 0.8, 1, -1, 2, null].map(skyCode)).toEqual([1, 2, 3, 4, 5, null, null, null]);
  expect(mostSevereCode([1, 11, 10, null])).toBe(11);
  expect(mostSevereCode([null, 999])).toBeNull();
  expect([19, 20, 10, null].map(isThunderCode)).toEqual([true, true, false, false]);
});

test.each<[number, string, string, number, string]>([
  [56, 'chance freezing drizzle', 'fzra', 29, 'Freezing drizzle'],
  [66, 'light freezing rain likely', 'fzra', 15, 'Freezing rain'],
  [67, 'freezing rain', 'rain_fzra', 15, 'Freezing rain'],
  [71, 'chance flurries', 'snow', 17, 'Light snow'],
  [73, 'snow likely', 'snow', 11, 'Snow'],
  [75, 'heavy snow', 'snow', 18, 'Heavy snow'],
  [85, 'chance snow showers', 'snow', 6, 'Snow showers'],
])('frozen precipitation: WMO %i and "%s"', (wmo, phrase, icon, code, text) => {
  expect([codeOfWmo(wmo), weatherCodeOfText(phrase)]).toEqual([code, code]);
  expect(weatherCodeOf(code)?.text).toBe(text);
  // The icon names no intensity; it is of the same kind.
  const kind = codeOfIcon(`https://api.weather.gov/icons/land/day/${icon},60?size=small`);
  expect(kind).toBe(icon === 'snow' ? 11 : 15);
  for (const shown of [weatherCodeOf(code), weatherCodeOf(kind)])
    expect(shown?.dayIcon).toMatch(icon === 'snow' ? /snow/ : /^freezing-/);
});
