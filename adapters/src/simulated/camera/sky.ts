import { HOUR_MS } from '@allclear/domain';
import type { Conditions } from '../world/conditions.ts';
import { type Canvas, type Color, cloudNoise, mix, shade, step } from './canvas.ts';

/** Position of the sun, degrees: above the horizon, and clockwise from north. */
export interface Sun {
  readonly elevationDegrees: number;
  readonly azimuthDegrees: number;
}

/** The camera faces south. */
const CAMERA_HEADING_DEGREES = 180;
const WIDE_DEGREES = 100;
const HIGH_DEGREES = 62;

/** The sky's colors overhead and at the horizon, by the elevation of the sun. */
type ClearSky = readonly [elevationDegrees: number, overhead: Color, horizon: Color];
const darkSky: ClearSky = [-14, [9, 13, 26], [18, 25, 42]];
const clearSkies: readonly ClearSky[] = [
  darkSky,
  [-6, [24, 35, 70], [86, 72, 98]],
  [0, [62, 94, 148], [238, 172, 126]],
  [9, [72, 132, 196], [206, 222, 234]],
  [35, [46, 118, 192], [184, 216, 242]],
];

export interface SkyLight {
  /** 0 at night, 1 on a bright day. */
  readonly day: number;
  /** The color of the haze. */
  readonly haze: Color;
  /** How much an object a mile away fades, 0–1. */
  readonly hazeAMile: number;
}

/** Paints sky, sun and clouds above the horizon and returns their light. */
export function paintSky(
  canvas: Canvas,
  horizonY: number,
  here: Conditions,
  sun: Sun,
  at: number,
  seed: number,
): SkyLight {
  const day = step(-9, 10, sun.elevationDegrees);
  const [overhead, horizon] = clearColors(sun.elevationDegrees);
  const gloom = Math.min(1, here.rainMmPerHour / 12);
  const dull = step(0.45, 1, here.cloudCover);
  const gray = shade(mix([176, 186, 198], [84, 94, 108], gloom), 0.12 + 0.88 * day);
  const smoke = 1 - Math.exp(-Math.max(0, here.smokePm25 - 15) / 90);
  const smokeColor = shade([196, 164, 122], 0.1 + 0.9 * day);
  const tint = (color: Color) => mix(mix(color, gray, 0.85 * dull), smokeColor, 0.8 * smoke);
  const sunX = canvas.widthPx * (0.5 + turn(sun.azimuthDegrees - CAMERA_HEADING_DEGREES) / WIDE_DEGREES);
  const sunY = horizonY * (1 - sun.elevationDegrees / HIGH_DEGREES);
  const sunColor: Color = mix([255, 168, 96], [255, 250, 232], step(0, 20, sun.elevationDegrees));
  const sunShows = step(-3, 1, sun.elevationDegrees) * (1 - 0.9 * dull);
  const sunlit = mix(shade([252, 252, 252], 0.1 + 0.9 * day), shade(sunColor, 0.3 + 0.7 * day), 0.25);
  const lit: Color = mix(sunlit, shade(gray, 1.12), 0.85 * dull * (0.4 + 0.6 * gloom));
  const shaded: Color = shade(mix([150, 162, 178], [62, 70, 84], gloom), 0.1 + 0.9 * day);
  // Clouds drift with time, so that no two images are equal.
  const drift = (at % (1_000 * HOUR_MS)) / HOUR_MS;
  const threshold = 0.72 - 0.5 * here.cloudCover;

  for (let y = 0; y < horizonY; y++) {
    const height = (horizonY - y) / horizonY;
    const base = tint(mix(horizon, overhead, height ** 0.7));
    const depth = 1 / (height + 0.14);
    for (let x = 0; x < canvas.widthPx; x++) {
      const glow =
        sunShows === 0 ? 0 : sunShows * Math.exp(-Math.sqrt((x - sunX) ** 2 + (y - sunY) ** 2) / 130);
      canvas.paint(x, y, glow < 0.005 ? base : mix(base, sunColor, 0.65 * glow));
      const [across, away] = [
        (x / canvas.widthPx - 0.5) * depth * 2.2 + drift * 1.7,
        depth * 1.5 + drift * 0.4,
      ];
      const thick = step(threshold, threshold + 0.2, cloudNoise(across, away, seed));
      if (thick <= 0) continue;
      const under = cloudNoise(across + 0.08, away + 0.12, seed);
      const cloud = mix(lit, shaded, step(threshold - 0.04, threshold + 0.3, under) * (0.5 + 0.5 * gloom));
      canvas.paint(
        x,
        y,
        mix(mix(cloud, sunColor, 0.3 * glow), smokeColor, 0.6 * smoke),
        thick * (0.35 + 0.65 * height ** 0.4),
      );
    }
  }
  if (sunShows > 0)
    canvas.ellipse(sunX, sunY, 15, 15, sunColor, sunShows * (1 - dull) * (1 - 0.6 * smoke), 4);
  return {
    day: day * (1 - 0.22 * dull - 0.3 * gloom),
    haze: tint(horizon),
    hazeAMile: 1 - Math.exp(-1.6 / Math.max(0.15, here.visibilityMiles)),
  };
}

function clearColors(elevationDegrees: number): [Color, Color] {
  const from = clearSkies.findLast(([elevation]) => elevation <= elevationDegrees) ?? darkSky;
  const to = clearSkies.find(([elevation]) => elevation > elevationDegrees) ?? from;
  const part = to[0] === from[0] ? 0 : (elevationDegrees - from[0]) / (to[0] - from[0]);
  return [mix(from[1], to[1], part), mix(from[2], to[2], part)];
}

/** −180 to 180. */
function turn(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
