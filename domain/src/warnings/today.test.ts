import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../core/index.ts';
import { type CompleteForecastHour, codeOfWmo, localDate } from '../forecasts/index.ts';
import { type PolicyTypeShortName, policyTypeOf, policyTypes } from '../policies/index.ts';
import { type TodayPolicy, todayHours, todayLanes } from './today.ts';

const zone = 'America/Chicago';
const noon = Date.parse('2026-06-06T17:00:00Z');
const hour = (at: number, changes: Partial<CompleteForecastHour> = {}): CompleteForecastHour => ({
  ...{ at, temperatureC: 30, relativeHumidityPct: 60, windMps: 3, windGustMps: 5, windFromDegrees: 180 },
  ...{ cloudCover: 0.2, precipitationMm: 0, precipitationChancePct: 20, snowMm: 0, weatherCode: 2 },
  ...{ isDaytime: true, feelsLikeF: 90, wbgtF: 80 },
  ...changes,
});
const policy = (
  type: PolicyTypeShortName,
  threshold: number,
  inEffectSince: number | null = null,
): TodayPolicy => ({ type: policyTypeOf(type)!, threshold, inEffectSince });

describe('the hours that are shown', () => {
  it.each([
    ['2026-06-06T17:20:00Z', 12, 'to midnight, which is twelve hours away'],
    ['2026-06-06T11:59:00Z', 18, 'from the morning to the end of the day'],
    ['2026-06-07T03:00:00Z', 12, 'in the evening into the next day'],
  ])('%s: %d', (now, count) => {
    const starts = todayHours(Date.parse(now), zone);
    expect(starts).toHaveLength(count);
    expect(starts[0]).toBe(Math.floor(Date.parse(now) / HOUR_MS) * HOUR_MS);
  });

  it('are at least twelve and reach the end of the local day, in any zone', () => {
    const zones = fc.constantFrom(zone, 'Asia/Kathmandu', 'Pacific/Auckland', 'Australia/Lord_Howe');
    fc.assert(
      fc.property(fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }), zones, (seconds, timeZone) => {
        const starts = todayHours(seconds * 1000, timeZone);
        const end = starts.at(-1)! + HOUR_MS;
        expect(starts.length).toBeGreaterThanOrEqual(12);
        expect(starts.length).toBeLessThanOrEqual(26);
        expect(localDate(end, timeZone) > localDate(seconds * 1000, timeZone)).toBe(true);
      }),
    );
  });
});

describe('lanes', () => {
  const starts = [0, 1, 2, 3].map((index) => noon + index * HOUR_MS);
  const forecast = [84, 89.5, 91, null].map((wbgtF, index) => hour(starts[index]!, { wbgtF }));
  const statesOf = (policies: TodayPolicy[], hours = forecast) =>
    Object.fromEntries(
      todayLanes(policies, hours, starts).map(({ label, hours: of }) => [
        label,
        of.map(({ state }) => state),
      ]),
    );

  it('say open, near, stops, and unknown where the forecast has no value or no hour', () => {
    expect(statesOf([policy('WBGT', 90)])).toEqual({
      Lightning: ['unforecast', 'unforecast', 'unforecast', 'unforecast'],
      WBGT: ['open', 'near', 'stops', 'unknown'],
    });
    expect(statesOf([policy('WBGT', 90)], forecast.slice(1))).toMatchObject({
      Lightning: ['unknown', 'unforecast', 'unforecast', 'unforecast'],
      WBGT: ['unknown', 'near', 'stops', 'unknown'],
    });
  });

  it('of several policies are the worst of them, with the threshold that is reached first', () => {
    const lanes = todayLanes([policy('WBGT', 95), policy('WBGT', 84)], forecast, starts);
    expect(lanes[1]).toMatchObject({ label: 'WBGT', threshold: 84, isForecast: true });
    expect(lanes[1]!.hours.map(({ state }) => state)).toEqual(['stops', 'stops', 'stops', 'unknown']);
    expect(lanes[1]!.hours.map(({ value }) => value)).toEqual([84, 89.5, 91, null]);
  });

  it('of lightning are one and only say whether thunderstorms are possible', () => {
    const hours = [hour(starts[0]!, { weatherCode: codeOfWmo(95) }), hour(starts[1]!, { weatherCode: null })];
    const [lane, ...others] = todayLanes([policy('LR1', 10, noon), policy('LR2', 20)], hours, starts);
    expect(others).toEqual([]);
    expect(lane).toMatchObject({ label: 'Lightning', threshold: null, inEffectSince: noon });
    expect(lane!.hours.map(({ state }) => state)).toEqual(['possible', 'unknown', 'unknown', 'unknown']);
  });

  it('of air quality and alerts are never open: no forecast has them, and a warning stops now', () => {
    const policies = [policy('AQI-O3', 100), policy('AQI', 100, noon), policy('NWS', 0)];
    expect(statesOf(policies)).toMatchObject({
      'Air Quality': ['stops', 'unknown', 'unknown', 'unknown'],
      'NWS Alert': ['unknown', 'unknown', 'unknown', 'unknown'],
    });
    expect(todayLanes(policies, forecast, starts).map(({ isForecast }) => isForecast)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('never are open in an hour without a value, nor in the present hour of an open warning', () => {
    const types = policyTypes.map(({ shortName }) => shortName);
    const maybe = (value: number) => fc.constantFrom(null, value);
    const hours = fc.array(
      fc.record({ wbgtF: maybe(70), feelsLikeF: maybe(70), windMps: maybe(1), weatherCode: maybe(2) }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.subarray(types), hours, fc.boolean(), (shortNames, parts, inEffect) => {
        const policies = shortNames.map((type) => policy(type, 84, inEffect ? noon : null));
        const given = parts.map((part, index) => hour(starts[index]!, part));
        for (const lane of todayLanes(policies, given, starts)) {
          expect(lane.hours).toHaveLength(starts.length);
          lane.hours.forEach(({ state, value }, index) => {
            if (state === 'open') expect(value).not.toBeNull();
            if (index >= given.length && !(index === 0 && inEffect)) expect(state).toBe('unknown');
            if (lane.type.evidence === 'lightning')
              expect(['possible', 'unforecast', 'unknown']).toContain(state);
            else if (index === 0 && inEffect) expect(state).toBe('stops');
          });
        }
      }),
    );
  });
});
