import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../tokens.css'), 'utf8');
const [light = '', dark = ''] = css.split('[data-mantine-color-scheme="dark"]');
const metrics = ['feels', 'temp', 'high', 'low', 'wind', 'precip', 'snow', 'wbgt'];

function token(theme: string, name: string): string {
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)?.[1] ?? '';
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dim! + 0.05);
}

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (_, theme) => {
  it.each(metrics)('the line of %s is seen on the card (3:1)', (metric) => {
    expect(contrast(token(theme, `metric-${metric}`), token(theme, 'card'))).toBeGreaterThanOrEqual(3);
  });
});
