import { weatherCodes } from '@allclear/domain';
import { expect, it } from 'vitest';
import { defaultImage, iconOf } from './weather-icons.ts';

it.each(
  weatherCodes.flatMap(({ code, dayIcon, nightIcon }) => [
    [code, dayIcon] as const,
    [code, nightIcon] as const,
  ]),
)('code %d has a picture of its own: %s', (_, icon) => {
  expect(iconOf(icon)).not.toBe(defaultImage);
});

it.each([null, '', 'raining-frogs', 'constructor'])('%s has the default picture', (icon) => {
  expect(iconOf(icon)).toBe(defaultImage);
});

it('day and night differ where the sky is seen', () => {
  expect(iconOf('clear-day').Main).not.toBe(iconOf('clear-night').Main);
  expect(iconOf('rain-showers-day').sky).not.toBe(iconOf('rain-showers-night').sky);
});
