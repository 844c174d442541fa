import { weatherCodes } from '@allclear/domain';
import { expect, it } from 'vitest';
import { defaultPicture, pictureOf } from './weather-icons.ts';

it.each(weatherCodes.flatMap(({ code, dayIcon, nightIcon }) => [[code, dayIcon] as const, [code, nightIcon] as const]))(
  'code %d has a picture of its own: %s',
  (_, icon) => {
    expect(pictureOf(icon)).not.toBe(defaultPicture);
  },
);

it.each([null, '', 'raining-frogs', 'constructor'])('%s has the default picture', (icon) => {
  expect(pictureOf(icon)).toBe(defaultPicture);
});

it('day and night differ where the sky is seen', () => {
  expect(pictureOf('clear-day').Main).not.toBe(pictureOf('clear-night').Main);
  expect(pictureOf('rain-showers-day').sky).not.toBe(pictureOf('rain-showers-night').sky);
});
