import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../core/index.ts';
import { type CompleteForecastHour, weatherCodes } from '../forecasts/index.ts';
import {
  type DailyForecastInput,
  dailyForecastDue,
  dailyForecastText,
  proactiveForecastText,
} from './forecast-text.ts';
import { standingSentence } from './text-parts.ts';

/** 06:00 in Chicago on Wednesday, 15 July 2026. */
const six = Date.parse('2026-07-15T11:00:00Z');
const hour = (at: number, changes: Partial<CompleteForecastHour> = {}): CompleteForecastHour => ({
  at,
  temperatureC: 30,
  relativeHumidityPct: 50,
  windMps: 5,
  windGustMps: 8,
  windFromDegrees: 225,
  cloudCover: 0,
  precipitationMm: 0,
  precipitationChancePct: 20,
  snowMm: 0,
  weatherCode: 1,
  isDaytime: true,
  feelsLikeF: 92,
  wbgtF: 84.6,
  ...changes,
});
const hours = (changes: (index: number) => Partial<CompleteForecastHour> = () => ({}), count = 18) =>
  Array.from({ length: count }, (_, index) => hour(six + index * HOUR_MS, changes(index)));
const input = (changes: Partial<DailyForecastInput> = {}): DailyForecastInput => ({
  locationName: 'Stadium',
  hours: hours(),
  asOf: six - HOUR_MS,
  isStale: false,
  at: six,
  timeZone: 'America/Chicago',
  weather: 'live',
  ...changes,
});

describe('the daily forecast', () => {
  test('says the weather of the day, what it comes to and what it is', () => {
    expect(dailyForecastText(input())).toEqual({
      subject: 'Forecast for Stadium, Wednesday 7/15: Sunny, high 86 °F, low 86 °F',
      text: [
        'Forecast for Stadium, Wednesday 7/15: Sunny, high 86 °F, low 86 °F.',
        'Feels like up to 92 °F. WBGT up to 84.6 °F (estimated). Wind up to 11 mph from SW. Chance of precipitation 20%. A forecast starts no warning and ends none.',
        standingSentence,
      ].join('\n\n'),
      short:
        'Forecast for Stadium, Wednesday 7/15: Sunny, high 86 F, low 86 F. Feels like up to 92 F. WBGT up to 84.6 F (estimated). Wind up to 11 mph from SW.',
    });
  });

  test('is named by its most severe hour, also of the night, and thunder by its first', () => {
    const text = dailyForecastText(
      input({ hours: hours((index) => (index >= 16 ? { weatherCode: 19, isDaytime: false } : {})) }),
    );
    expect(text?.subject).toContain(': Thunderstorms, high');
    expect(text?.text).toContain('Thunderstorms are forecast from 10:00 PM.');
    expect(text?.short).toContain('Thunderstorms are forecast from 10:00 PM.');
  });

  test('names precipitation and snow, and in the cold the lowest feels-like', () => {
    const cold = { temperatureC: -5, feelsLikeF: 10, precipitationMm: 1, snowMm: 10, weatherCode: 11 };
    const text = dailyForecastText(input({ hours: hours(() => cold) }))?.text;
    expect(text).toContain('Feels like down to 10 °F.');
    expect(text).toContain('Precipitation 0.71 in. Snow 7.1 in.');
  });

  test('names what it lacks instead of leaving it out', () => {
    const nothing = {
      temperatureC: null,
      feelsLikeF: null,
      wbgtF: null,
      windMps: null,
      weatherCode: null,
      precipitationMm: null,
      precipitationChancePct: null,
      snowMm: null,
    };
    const text = dailyForecastText(input({ hours: hours(() => nothing) }))?.text;
    expect(text).toContain('weather not known, high not known, low not known.');
    expect(text).toContain('Not in this forecast: feels-like, WBGT, wind, precipitation.');
  });

  test('there is none from a part of the day, and hours that have passed do not count', () => {
    expect(dailyForecastText(input({ hours: hours(() => ({}), 11) }))).toBeNull();
    expect(dailyForecastText(input({ hours: hours(() => ({}), 12) }))).not.toBeNull();
    expect(dailyForecastText(input({ hours: [] }))).toBeNull();
    const passed = hours((index) => (index < 3 ? { temperatureC: 45 } : {}));
    expect(dailyForecastText(input({ hours: passed, at: six + 3 * HOUR_MS }))?.subject).toContain(
      'high 86 °F',
    );
  });

  test('says how old it is when no newer one came', () => {
    expect(dailyForecastText(input({ isStale: true }))?.text).toContain(
      'This forecast is of 7/15/26 05:00 AM; there is no newer one.',
    );
  });

  test('of weather that is not live is marked before everything else', () => {
    const simulated = dailyForecastText(input({ weather: 'simulated' }));
    for (const text of [simulated?.subject, simulated?.text, simulated?.short])
      expect(text).toMatch(/^SIMULATED: Forecast for/);
    expect(simulated?.text).toContain('not for safety decisions');
    expect(dailyForecastText(input({ weather: 'replay' }))?.short).toMatch(/^REPLAYED: /);
  });

  test('never calls a place clear or safe, whatever the forecast is, and a short text fits one SMS', () => {
    const reading = fc.option(fc.double({ min: -40, max: 120, noNaN: true }), { nil: null });
    const code = fc.constantFrom(null, ...weatherCodes.map((entry) => entry.code));
    const one = fc.record({
      temperatureC: reading,
      feelsLikeF: reading,
      wbgtF: reading,
      windMps: reading,
      snowMm: reading,
      precipitationMm: reading,
      precipitationChancePct: reading,
      windFromDegrees: reading,
      weatherCode: code,
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 18, maxLength: 18 }), fc.boolean(), (changes, isStale) => {
        const text = dailyForecastText(input({ hours: hours((index) => changes[index] ?? {}), isStale }));
        const words = `${text?.subject} ${text?.text.replace(standingSentence, '')} ${text?.short}`;
        expect(words).toMatch(/^Forecast for Stadium/);
        expect(words).not.toMatch(
          /\b(clear|safe|safely|ok|okay|fine|good|calm|no (risk|danger|thunder|lightning))\b/i,
        );
        expect(text?.short.length).toBeLessThanOrEqual(160);
      }),
    );
  });
});

describe('the daily forecast is due', () => {
  const zones = [
    'America/Chicago',
    'America/Phoenix',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  ];

  test.each([
    ['2026-07-15T10:59:59Z', null],
    ['2026-07-15T11:00:00Z', { date: '2026-07-15', since: six }],
    ['2026-07-15T13:59:59Z', { date: '2026-07-15', since: six }],
    ['2026-07-15T14:00:00Z', null],
  ])('at %s in Chicago: %j', (at, due) => {
    expect(dailyForecastDue(Date.parse(at), 'America/Chicago')).toEqual(due);
  });

  test.each(zones)('once a day in %s at six of its clock, also when the clock changes', (timeZone) => {
    const dates = new Map<string, number>();
    const from = Date.parse('2026-01-01T00:00:00Z');
    for (let at = from; at < from + 366 * 24 * HOUR_MS; at += 15 * MINUTE_MS) {
      const due = dailyForecastDue(at, timeZone);
      if (due && !dates.has(due.date)) dates.set(due.date, due.since);
    }
    expect(dates.size).toBeGreaterThanOrEqual(365);
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    expect(new Set([...dates.values()].map((since) => clock.format(since)))).toEqual(new Set(['06:00']));
    const gaps = [...dates.values()].slice(1).map((since, index) => since - [...dates.values()][index]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(23 * HOUR_MS);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(25 * HOUR_MS);
  });
});

describe('a written forecast', () => {
  const given = {
    typeName: 'Severe Weather',
    headline: 'Storms after 3 PM.',
    message: 'Be ready to move.\nCall us.',
    placeNames: ['Stadium', 'Gym'],
    expiresAt: six + HOUR_MS,
    timeZone: 'America/Chicago',
    weather: 'live' as const,
  };

  test('says its type, its places, its headline, its message and its end', () => {
    expect(proactiveForecastText(given)).toEqual({
      subject: 'Forecast for Stadium and 1 more (Severe Weather): Storms after 3 PM',
      text: [
        'Forecast for Stadium and 1 more (Severe Weather): Storms after 3 PM.',
        'Be ready to move.\nCall us.',
        'It expires at 7/15/26 07:00 AM. A forecast starts no warning and ends none.',
        standingSentence,
      ].join('\n\n'),
      short:
        'Forecast for Stadium and 1 more (Severe Weather): Storms after 3 PM. Be ready to move. Call us. It expires at 7/15/26 07:00 AM.',
    });
    expect(proactiveForecastText({ ...given, placeNames: null }).subject).toContain('for all locations (');
  });

  test('begins with what it is, whatever its author writes, and is marked when the weather is not live', () => {
    const posing = { ...given, typeName: 'All clear', headline: 'All clear\nat all places' };
    expect(proactiveForecastText(posing).short).toMatch(/^Forecast for Stadium/);
    expect(proactiveForecastText(posing).subject).not.toContain('\n');
    expect(proactiveForecastText({ ...given, weather: 'simulated' }).subject).toMatch(/^SIMULATED: Forecast/);
  });

  test('a message that does not fit one SMS is replaced by a reference to the product', () => {
    expect(proactiveForecastText({ ...given, message: 'x'.repeat(500) }).short).toContain(
      'More in Allclear.',
    );
  });
});
