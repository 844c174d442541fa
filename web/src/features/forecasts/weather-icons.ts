import {
  IconCloud,
  IconCloudFog,
  IconCloudQuestion,
  IconCloudRain,
  IconCloudSnow,
  IconCloudStorm,
  IconDroplets,
  IconHaze,
  IconMist,
  IconMoon,
  IconSnowflake,
  IconStorm,
  IconSun,
  IconSunHigh,
  IconTemperatureMinus,
  IconTornado,
  IconWind,
  type TablerIcon,
} from '@tabler/icons-react';

/**
 * An icon of the weather: a cloud (or another main part), the sun or the moon behind it, and a small sign of
 * precipitation.
 */
export interface WeatherImage {
  readonly Main: TablerIcon;
  readonly sky?: TablerIcon;
  readonly sign?: TablerIcon;
  /** Its main part is small beside the sun or moon. */
  readonly light?: boolean;
  /** Thicker strokes for more of it. */
  readonly heavy?: boolean;
}

/** The icon of an unknown code. */
export const defaultImage: WeatherImage = { Main: IconCloudQuestion };

/** Icons by the icon names of the table of weather codes; where the sky is visible, the night's differs. */
const images: Readonly<Record<string, WeatherImage>> = {
  'clear-day': { Main: IconSun },
  'clear-night': { Main: IconMoon },
  'mostly-clear-day': { Main: IconCloud, sky: IconSun, light: true },
  'mostly-clear-night': { Main: IconCloud, sky: IconMoon, light: true },
  'partly-cloudy-day': { Main: IconCloud, sky: IconSun },
  'partly-cloudy-night': { Main: IconCloud, sky: IconMoon },
  'mostly-cloudy-day': { Main: IconCloud, sky: IconSun, heavy: true },
  'mostly-cloudy-night': { Main: IconCloud, sky: IconMoon, heavy: true },
  cloudy: { Main: IconCloud },
  fog: { Main: IconCloudFog },
  haze: { Main: IconHaze },
  smoke: { Main: IconMist },
  dust: { Main: IconMist, heavy: true },
  wind: { Main: IconWind },
  drizzle: { Main: IconDroplets },
  'light-rain': { Main: IconCloudRain },
  rain: { Main: IconCloudRain },
  'heavy-rain': { Main: IconCloudRain, heavy: true },
  'rain-showers-day': { Main: IconCloudRain, sky: IconSun },
  'rain-showers-night': { Main: IconCloudRain, sky: IconMoon },
  'freezing-drizzle': { Main: IconDroplets, sign: IconSnowflake },
  'freezing-rain': { Main: IconCloudRain, sign: IconSnowflake },
  'rain-snow': { Main: IconCloudSnow, sign: IconDroplets },
  'light-snow': { Main: IconCloudSnow },
  snow: { Main: IconCloudSnow },
  'heavy-snow': { Main: IconCloudSnow, heavy: true },
  'snow-showers-day': { Main: IconCloudSnow, sky: IconSun },
  'snow-showers-night': { Main: IconCloudSnow, sky: IconMoon },
  'snow-freezing-rain': { Main: IconCloudSnow, sign: IconDroplets, heavy: true },
  sleet: { Main: IconCloudSnow, sign: IconDroplets },
  blizzard: { Main: IconSnowflake, sign: IconWind, heavy: true },
  thunderstorms: { Main: IconCloudStorm },
  'thunderstorms-hail': { Main: IconCloudStorm, sign: IconSnowflake },
  hot: { Main: IconSunHigh, heavy: true },
  cold: { Main: IconTemperatureMinus },
  'tropical-storm': { Main: IconStorm },
  hurricane: { Main: IconStorm, heavy: true },
  tornado: { Main: IconTornado },
};

export function iconOf(icon: string | null): WeatherImage {
  return (icon !== null && Object.hasOwn(images, icon) && images[icon]) || defaultImage;
}
