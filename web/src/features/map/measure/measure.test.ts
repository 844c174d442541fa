import { describe, expect, it } from 'vitest';
import { greatCircle, measureText } from './measure.ts';

const dallas = { latitude: 32.78, longitude: -96.8 };
const tampa = { latitude: 27.95, longitude: -82.46 };

describe('the measure tool', () => {
  it('says great-circle miles and the bearing of the last leg', () => {
    expect(measureText([dallas])).toBeNull();
    expect(measureText([dallas, tampa])).toBe('917 mi · 108° ESE');
    expect(measureText([dallas, { latitude: 33.78, longitude: -96.8 }])).toBe('69.1 mi · 000° N');
    expect(measureText([dallas, dallas])).toBe('0.0 mi');
  });

  it('draws a line that bends with the earth and is not torn at the date line', () => {
    const line = greatCircle({ latitude: 35, longitude: 170 }, { latitude: 35, longitude: -170 }, 8);
    expect(line).toHaveLength(9);
    expect(line[4]![1]).toBeGreaterThan(35);
    for (let i = 1; i < line.length; i++) expect(line[i]![0]).toBeGreaterThan(line[i - 1]![0]);
    expect(line.at(-1)![0]).toBeCloseTo(190, 6);
  });
});
