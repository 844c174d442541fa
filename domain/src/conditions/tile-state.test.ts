import { describe, expect, it } from 'vitest';
import { policyTypes } from '../policies/index.ts';
import {
  restrictive,
  type TileReadings,
  tileStates,
  type WatchedLimit,
  type WatchedTile,
} from './tile-state.ts';

const calm: TileReadings = {
  temperatureF: 80,
  feelsLikeF: 82,
  wbgtF: 75,
  windMph: 5,
  gustMph: null,
  precipitationInches: 0,
};

function policy(shortName: string, threshold: number): WatchedLimit {
  const { isDesc, unit, precision } = policyTypes.find((type) => type.shortName === shortName)!;
  return { policyTypeShortName: shortName, threshold, isDesc, unit, precision };
}

describe('a tile', () => {
  it.each<
    [string, WatchedTile, Partial<TileReadings>, WatchedLimit[], 'exceeded' | 'near' | 'within' | null]
  >([
    ['at its threshold', 'wbgt', { wbgtF: 87 }, [policy('WBGT', 87)], 'exceeded'],
    ['that rounds to its threshold', 'wbgt', { wbgtF: 86.96 }, [policy('WBGT', 87)], 'exceeded'],
    ['just below it', 'wbgt', { wbgtF: 86.94 }, [policy('WBGT', 87)], 'near'],
    ['at the margin', 'wbgt', { wbgtF: 86 }, [policy('WBGT', 87)], 'near'],
    ['beyond the margin', 'wbgt', { wbgtF: 85.9 }, [policy('WBGT', 87)], 'within'],
    [
      'precipitation at its margin',
      'precipitation',
      { precipitationInches: 0.5 },
      [policy('PRECIP', 1)],
      'near',
    ],
    [
      'precipitation beyond it',
      'precipitation',
      { precipitationInches: 0.49 },
      [policy('PRECIP', 1)],
      'within',
    ],
    [
      'precipitation at its threshold',
      'precipitation',
      { precipitationInches: 1 },
      [policy('PRECIP', 1)],
      'exceeded',
    ],
    ['heat, whole degrees', 'feels-like', { feelsLikeF: 102.5 }, [policy('HEAT', 103)], 'exceeded'],
    ['heat at the margin', 'feels-like', { feelsLikeF: 102.4 }, [policy('HEAT', 103)], 'near'],
    ['heat in the cold', 'feels-like', { temperatureF: 64.9, feelsLikeF: 110 }, [policy('HEAT', 103)], null],
    [
      'heat from 65 °F on',
      'feels-like',
      { temperatureF: 65, feelsLikeF: 110 },
      [policy('HEAT', 103)],
      'exceeded',
    ],
    [
      'chill at its threshold',
      'feels-like',
      { temperatureF: 20, feelsLikeF: 10 },
      [policy('CHILL', 10)],
      'exceeded',
    ],
    ['chill below it', 'feels-like', { temperatureF: 20, feelsLikeF: -4 }, [policy('CHILL', 10)], 'exceeded'],
    [
      'chill at its margin',
      'feels-like',
      { temperatureF: 20, feelsLikeF: 11 },
      [policy('CHILL', 10)],
      'near',
    ],
    ['chill above it', 'feels-like', { temperatureF: 20, feelsLikeF: 12 }, [policy('CHILL', 10)], 'within'],
    ['chill in the warmth', 'feels-like', { feelsLikeF: 5 }, [policy('CHILL', 10)], null],
    [
      'neither without a temperature',
      'feels-like',
      { temperatureF: null },
      [policy('HEAT', 103), policy('CHILL', 10)],
      null,
    ],
    [
      'wind under its own, gusts over theirs',
      'wind',
      { windMph: 20, gustMph: 46 },
      [policy('WIND', 30), policy('GUST', 45)],
      'exceeded',
    ],
    ['no gust is as strong as the wind', 'wind', { windMph: 45 }, [policy('GUST', 45)], 'exceeded'],
    ['only wind is watched', 'wind', { windMph: 20, gustMph: 90 }, [policy('WIND', 30)], 'within'],
    ['missing', 'wbgt', { wbgtF: null }, [policy('WBGT', 87)], null],
    ['not a number', 'wbgt', { wbgtF: Number.NaN }, [policy('WBGT', 87)], null],
    ['that nothing watches', 'wbgt', { wbgtF: 120 }, [policy('WIND', 30)], null],
  ])('%s', (_, tile, readings, policies, kind) => {
    expect(tileStates({ ...calm, ...readings }, policies)[tile]?.kind ?? null).toBe(kind);
  });

  it('says which limit it stands to, and whether it has only just reached it', () => {
    expect(tileStates({ ...calm, wbgtF: 88 }, [policy('WBGT', 90), policy('WBGT', 87)]).wbgt).toEqual({
      kind: 'exceeded',
      isAt: false,
      limit: policy('WBGT', 87),
    });
    expect(tileStates({ ...calm, wbgtF: 87 }, [policy('WBGT', 87)]).wbgt?.isAt).toBe(true);
    expect(
      tileStates({ ...calm, windMph: 20, gustMph: 50 }, [policy('WIND', 30), policy('GUST', 45)]).wind?.limit
        .policyTypeShortName,
    ).toBe('GUST');
  });
});

it('the most restrictive policy is the lowest, of chill the highest', () => {
  expect(restrictive([policy('HEAT', 103), policy('HEAT', 95)], 'HEAT')?.threshold).toBe(95);
  expect(restrictive([policy('CHILL', 0), policy('CHILL', 20)], 'CHILL')?.threshold).toBe(20);
  expect(restrictive([policy('CHILL', 0)], 'HEAT')).toBeNull();
});
