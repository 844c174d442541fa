import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expanded, imageAddress, imageBox, initialView, middleOf } from './view.ts';

const view = { top: 30, right: -80, bottom: 26, left: -86, zoom: 7, widthPx: 1_000, heightPx: 750 };

describe('the picture of a view', () => {
  it('reaches 1.2 times as far, to four decimals', () => {
    expect(expanded(view)).toEqual({ top: 30.4, right: -79.4, bottom: 25.6, left: -86.6 });
    expect(imageBox(view)).toMatchObject({ width: 1_200, height: 906 });
  });

  it('fills in its address', () => {
    const url =
      '/api/map/past/WMS?frame=a&top={top}&right={right}&bottom={bottom}&left={left}&width={width}&height={height}';
    expect(imageAddress(url, imageBox(view))).toBe(
      '/api/map/past/WMS?frame=a&top=30.4&right=-79.4&bottom=25.6&left=-86.6&width=1200&height=906',
    );
  });

  it('is never larger than 3000 pixels, than the world or than the service takes, and keeps its proportions', () => {
    const side = fc.integer({ min: 100, max: 6_000 });
    const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(
        degrees(-84, 80),
        degrees(0.5, 60),
        degrees(-180, 180),
        degrees(0.5, 360),
        side,
        side,
        (bottom, high, left, wide, widthPx, heightPx) => {
          const box = imageBox({
            top: Math.min(85, bottom + high),
            bottom,
            left,
            right: left + wide,
            zoom: 4,
            widthPx,
            heightPx,
          });
          expect(box.width).toBeLessThanOrEqual(3_000);
          expect(box.height).toBeLessThanOrEqual(3_000);
          expect(box.right - box.left).toBeLessThanOrEqual(360.001);
          expect(box.top).toBeLessThanOrEqual(85.06);
          expect(box.top).toBeGreaterThan(box.bottom);
        },
      ),
    );
  });
});

describe('the middle of a view', () => {
  it('is where Web Mercator has it, however far the view reaches', () => {
    const y = (latitude: number) => Math.asinh(Math.tan((latitude * Math.PI) / 180));
    const latitudeAt = (height: number) => (Math.atan(Math.sinh(height)) * 180) / Math.PI;
    const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(
        degrees(-80, 80),
        degrees(-180, 179.99),
        degrees(0.01, 3),
        degrees(0.01, 180),
        (latitude, longitude, high, wide) => {
          const [top, bottom] = [latitudeAt(y(latitude) + high), latitudeAt(y(latitude) - high)];
          const middle = middleOf({ top, bottom, left: longitude - wide, right: longitude + wide });
          expect(middle.latitude).toBeCloseTo(latitude, 6);
          expect(middle.longitude).toBeCloseTo(longitude, 6);
        },
      ),
    );
    // A view across the date line has its middle on this side of it.
    expect(middleOf({ top: 30, bottom: 26, left: 170, right: 194 }).longitude).toBe(-178);
  });
});

describe('the initial view', () => {
  const place = { latitude: 28, longitude: -82 };

  it.each([
    ['a place is shown at zoom 8', place, { ...place, zoom: 8 }],
    ['a saved view as it was', { ...place, zoom: 11.5 }, { ...place, zoom: 11.5 }],
    ['without a place it is near Dallas', null, { latitude: 32.78, longitude: -96.8, zoom: 8 }],
  ])('%s', (_, begin, view) => {
    expect(initialView(begin)).toEqual(view);
  });
});
