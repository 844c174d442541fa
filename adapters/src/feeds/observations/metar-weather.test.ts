import { expect, test } from 'vitest';
import { thunderFromReport, weatherInWords } from './metar-weather.ts';

test.each([
  ['RA', 'Rain'],
  ['-RA BR', 'Light rain, mist'],
  ['+TSRA BR', 'Thunderstorm, heavy rain, mist'],
  ['+TSRA SQ', 'Thunderstorm, heavy rain, squalls'],
  ['TS', 'Thunderstorm'],
  ['VCTS', 'Thunderstorm nearby'],
  ['VCSH', 'Showers nearby'],
  ['-SHRA', 'Light rain showers'],
  ['FZRA', 'Freezing rain'],
  ['-FZDZ BR', 'Light freezing drizzle, mist'],
  ['RASN', 'Rain and snow'],
  ['TSRAGR', 'Thunderstorm, rain and hail'],
  ['BLSN', 'Blowing snow'],
  ['BCFG', 'Patchy fog'],
  ['+FC', 'Tornado'],
  ['FC', 'Funnel cloud'],
  ['HZ FU', 'Haze, smoke'],
  ['RETS', 'Thunderstorm recently'],
  ['RA RA', 'Rain'],
  ['XX', 'XX'],
  ['RA QQQ', 'Rain, QQQ'],
  ['', null],
  ['  ', null],
  [null, null],
])('%j is %j', (code, words) => {
  expect(weatherInWords(code)).toBe(words);
});

test.each([
  ['TS', 'METAR KTPA 092153Z 27008KT 10SM TS FEW060CB 35/23 A3006 RMK AO2 TSE21B24', 'yes'],
  ['VCTS', 'METAR KBTR 091953Z 22012KT 10SM VCTS RMK AO2', 'yes'],
  ['-TSRA', '', 'yes'],
  [null, 'METAR KIAH 092053Z 10SM RMK AO2 OCNL LTGCG SW', 'yes'],
  [null, 'METAR KIAH 092053Z 10SM RMK AO2 FRQ LTGICCCCG OHD', 'yes'],
  [null, 'METAR KMSS 092153Z 10SM RMK AO2 LTG DSNT SW', 'no'],
  [null, 'METAR KABR 092153Z AUTO 10SM CLR 27/19 A2988 RMK AO2 SLP111', 'no'],
  [null, 'METAR PAOM 092153Z 6SM BR OVC003 09/07 A3006 RMK AO2 SLP181 TSNO', 'unknown'],
  [null, 'METAR KXYZ 092153Z AUTO 10SM CLR RMK AO1', 'unknown'],
  [null, '', 'unknown'],
] as const)('%j in %j: thunder %s', (code, raw, thunder) => {
  expect(thunderFromReport(code, raw)).toBe(thunder);
});
