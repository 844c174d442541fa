import { readFileSync } from 'node:fs';
import { AQI_CATEGORIES } from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aqiColor,
  gaugeBreakpoints,
  gaugeShare,
  indexText,
  mainPollutant,
  onArc,
  sourceText,
} from './air-quality-view.ts';
import { pollutant, unknownIndices } from './example.ts';

describe('the gauge', () => {
  it('has the breakpoints of the specification, evenly on its arc', () => {
    expect(gaugeBreakpoints).toEqual([0, 5, 25, 50, 75, 100, 125, 150, 175, 200, 225, 250, 275, 300]);
    expect([0, 150, 300, 301, 500, -1].map(gaugeShare)).toEqual([0, 0.5, 1, 1, 1, 0]);
  });

  it('goes from its left end over the top to its right end', () => {
    const center = { x: 100, y: 100 };
    expect([0, 0.5, 1].map((share) => onArc(share, 80, center))).toEqual([
      { x: 20, y: 100 },
      { x: 100, y: 20 },
      { x: 180, y: 100 },
    ]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        const { x, y } = onArc(share, 80, center);
        expect(Math.hypot(x - 100, y - 100)).toBeCloseTo(80, 1);
        expect(y).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('colors', () => {
  const themes = readFileSync(`${import.meta.dirname}/../../ui/tokens.css`, 'utf8').split(
    'data-mantine-color-scheme="dark"',
  );
  const cases = ['light', 'dark'].flatMap((theme, i) =>
    AQI_CATEGORIES.map(({ name, max }) => [theme, name, max ?? 301, themes[i] ?? ''] as const),
  );

  it.each(cases)('%s: the arc of %s stands out from card and track', (_, __, value, css) => {
    const hex = (token: string) => css.match(new RegExp(`${token}: (#[0-9a-f]{6})`))![1]!;
    const token = aqiColor(value).slice(4, -1);
    expect(contrast(hex(token), hex('--card'))).toBeGreaterThanOrEqual(3);
    expect(contrast(hex(token), hex('--track'))).toBeGreaterThanOrEqual(3);
  });

  it('each category has its own, and what is missing the neutral one', () => {
    expect(new Set(AQI_CATEGORIES.map(({ max }) => aqiColor(max ?? 301))).size).toBe(6);
    expect(aqiColor(null)).toBe('var(--field-line)');
  });
});

describe('words', () => {
  it('name the monitor and its distance; a model says that it is one', () => {
    expect(sourceText(pollutant())).toBe('Dallas Hinton, 2.1 mi away');
    expect(sourceText(pollutant({ isModelled: true, sourceName: 'CAMS global', distanceInMiles: 0 }))).toBe(
      'Modeled, not measured: CAMS global',
    );
  });

  it('have -- and N/A for what is missing', () => {
    expect(indexText(pollutant().aqiData.nowCastIndex)).toBe('68 · Moderate');
    expect(indexText(unknownIndices.nowCastIndex)).toBe('--');
    expect(indexText({ value: 68, color: null, shortDescription: null })).toBe('68 · N/A');
  });

  it('the main pollutant is the one that is said to be', () => {
    const ozone = pollutant({ pollutantName: 'Ozone', isMainPollutant: false });
    expect(mainPollutant([ozone, pollutant()])!.pollutantName).toBe('PM2.5');
    expect(mainPollutant([ozone])!.pollutantName).toBe('Ozone');
    expect(mainPollutant([])).toBeUndefined();
  });
});

/** Contrast ratio by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
