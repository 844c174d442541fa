import { sunPosition } from '@allclear/domain';
import { writeRgbPng } from '../../raster/write-rgb-png.ts';
import { randomFrom } from '../random.ts';
import type { Conditions } from '../world/conditions.ts';
import type { World } from '../world/world.ts';
import { eachDot, glyphDots } from './bitmap-font.ts';
import { Canvas, type Color, mix } from './canvas.ts';
import { type Ground, paintCourse, paintDistance, paintStadium } from './grounds.ts';
import { paintSky } from './sky.ts';

/** Input of a simulated camera image, and its caption. */
export interface CameraView {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Epoch ms. */
  readonly at: number;
  /** Name of the camera, and the local time. */
  readonly name: string;
  readonly time: string;
}

export const WIDTH_PX = 960;
export const HEIGHT_PX = 540;
const HORIZON_Y = 300;
const FONT_PX = 3;
const BAR_PX = 41;
/** The color of the notice bar of simulated data on the pages. */
const SIMULATED_COLOR: Color = [43, 47, 119];
const WHITE: Color = [255, 255, 255];

/** What a picture shows that changes slowly: sky, ground and the light on them. */
export interface Scene {
  readonly canvas: Canvas;
  readonly here: Conditions;
  readonly ground: Ground;
}

/** The world's weather at a place, without what falls and without a caption: sun, clouds and smoke. Deterministic. */
export function paintScene(
  world: World,
  { at, latitude, longitude }: Pick<CameraView, 'at' | 'latitude' | 'longitude'>,
): Scene {
  const here = world.conditionsAt(at, latitude, longitude);
  const position = sunPosition({ at, latitude, longitude });
  const sun = {
    elevationDegrees: position?.apparentElevationDeg ?? 0,
    azimuthDegrees: position?.azimuthDeg ?? 180,
  };
  const random = randomFrom('scene', latitude, longitude);
  const seed = Math.floor(random() * 1_000_000);
  const canvas = new Canvas(WIDTH_PX, HEIGHT_PX);
  const light = paintSky(canvas, HORIZON_Y, here, sun, at, seed);
  const ground: Ground = { ...light, horizonY: HORIZON_Y, seed, snowy: here.temperatureC < 0 };
  paintDistance(canvas, ground);
  if (random() > 0.5) paintStadium(canvas, ground);
  else paintCourse(canvas, ground);
  return { canvas, here, ground };
}

/**
 * A PNG of 960 × 540 of the world's weather at a place: sun, clouds, rain, snow and smoke as its stations
 * report them. Deterministic.
 */
export function drawCamera(world: World, view: CameraView): Uint8Array<ArrayBuffer> {
  const { canvas, here, ground } = paintScene(world, view);
  paintFall(canvas, here, view.at, ground);
  paintCaption(canvas, view);
  return writeRgbPng(WIDTH_PX, HEIGHT_PX, canvas.rgb);
}

/** Streaks of rain, tilted by the wind, or flakes of snow. */
function paintFall(
  canvas: Canvas,
  { rainMmPerHour, snowMmPerHour, windMps }: Conditions,
  at: number,
  { day }: Ground,
): void {
  const random = randomFrom('drops', at);
  const color = mix([110, 120, 134], [226, 234, 242], 0.3 + 0.7 * day);
  const lean = Math.min(0.7, windMps / 25);
  for (let drop = Math.min(1_400, rainMmPerHour * 45); drop >= 1; drop--) {
    const [x, y, long] = [random() * WIDTH_PX, random() * HEIGHT_PX, 12 + random() * 22];
    for (let down = 0; down < long; down++)
      canvas.paint(Math.round(x - down * lean), Math.round(y + down), color, 0.2);
  }
  for (let flake = Math.min(2_200, snowMmPerHour * 900); flake >= 1; flake--) {
    const size = 0.8 + random() * 1.8;
    canvas.ellipse(
      random() * WIDTH_PX,
      random() * HEIGHT_PX,
      size,
      size,
      WHITE,
      0.3 + 0.6 * random() * (0.4 + 0.6 * day),
    );
  }
}

/** In the middle, where it stays visible when the image is cropped to a narrow frame. */
export function paintCaption(canvas: Canvas, { name, time }: CameraView): void {
  canvas.box(0, HEIGHT_PX - BAR_PX, WIDTH_PX, HEIGHT_PX, [8, 12, 18], 0.7);
  const inBar = (BAR_PX - glyphDots.height * FONT_PX) / 2;
  writeCenterd(canvas, `${name} - ${time}`, HEIGHT_PX - BAR_PX + inBar);
  const word = 'Simulated';
  const half = textPx(word) / 2 + 14;
  canvas.box(WIDTH_PX / 2 - half, 0, WIDTH_PX / 2 + half, BAR_PX, SIMULATED_COLOR);
  writeCenterd(canvas, word, inBar);
}

function textPx(text: string): number {
  return (text.length * glyphDots.advance - 1) * FONT_PX;
}

function writeCenterd(canvas: Canvas, text: string, top: number): void {
  const left = (WIDTH_PX - textPx(text)) / 2;
  eachDot(text, (column, row) => {
    const [x, y] = [left + column * FONT_PX, top + row * FONT_PX];
    canvas.box(x, y, x + FONT_PX, y + FONT_PX, WHITE);
  });
}
