import { haversineMiles, localDateTimeText } from '@allclear/domain';
import { encode } from 'jpeg-js';
import { dropOldest } from '../../bounded-cache.ts';
import type { SimulatedCameraPlace } from '../../cameras/port.ts';
import { flashesAround } from '../lightning.ts';
import { randomFrom } from '../random.ts';
import type { World } from '../world/world.ts';
import { Canvas, mix } from './canvas.ts';
import { HEIGHT_PX, paintCaption, paintScene, type Scene, WIDTH_PX } from './draw-camera.ts';

/** Sky and ground are drawn anew after this much of the world's time. */
const SCENE_MS = 20_000;
const MAX_SCENES = 8;
/** Clouds are lit by flashes up to this far, and for so long. */
const GLOW_MILES = 30;
const GLOW_MS = 900;
const JPEG_QUALITY = 72;
const MAX_NAME = 30;

/** Of its pictures. */
export const filmSize = { widthPx: WIDTH_PX, heightPx: HEIGHT_PX } as const;

/** Pictures of an instant (epoch ms); pure functions of their arguments. */
export interface Film {
  /** A JPEG. */
  frame(place: SimulatedCameraPlace, at: number): Uint8Array<ArrayBuffer>;
  /** Red, green and blue, row by row from the upper left. */
  rgb(place: SimulatedCameraPlace, at: number): Uint8Array<ArrayBuffer>;
}

/**
 * Moving pictures of the world at a place: rain and snow fall, clouds glow with the world's flashes, the sky follows the
 * sun. Sky and ground change slowly and cost most, so a few frames share them.
 */
export function createFilm(world: World): Film {
  const scenes = new Map<string, Scene>();

  function sceneAt({ latitude, longitude }: SimulatedCameraPlace, at: number): Scene {
    const from = Math.floor(at / SCENE_MS) * SCENE_MS;
    const key = `${latitude},${longitude},${from}`;
    const known = scenes.get(key);
    if (known) return known;
    const scene = paintScene(world, { latitude, longitude, at: from });
    dropOldest(scenes, MAX_SCENES - 1);
    scenes.set(key, scene);
    return scene;
  }

  function paint(place: SimulatedCameraPlace, at: number): Canvas {
    const scene = sceneAt(place, at);
    const { widthPx, heightPx } = scene.canvas;
    const canvas = new Canvas(widthPx, heightPx);
    canvas.rgb.set(scene.canvas.rgb);
    paintGlow(canvas, scene, glowAt(world, place, at));
    paintFalling(canvas, scene, place, at);
    paintCaption(canvas, {
      ...place,
      at,
      name: place.name.slice(0, MAX_NAME),
      time: localDateTimeText(at, place.timeZone),
    });
    return canvas;
  }

  return {
    frame: (place, at) => jpegOf(paint(place, at)),
    rgb: (place, at) => paint(place, at).rgb,
  };
}

/** 0–1: how much the flashes of the last moment light the clouds of a place. */
function glowAt(world: World, place: SimulatedCameraPlace, at: number): number {
  // The batch before, too: a flash at its end still glows.
  const flashes = [at - GLOW_MS, at].flatMap((instant) => flashesAround(world, instant));
  return flashes.reduce((brightest, flash) => {
    const age = at - flash.at;
    if (age < 0 || age > GLOW_MS) return brightest;
    const miles = haversineMiles(place.latitude, place.longitude, flash.latitude, flash.longitude);
    return Math.max(brightest, (1 - age / GLOW_MS) * Math.max(0, 1 - miles / GLOW_MILES));
  }, 0);
}

/** Brightens the sky, most at the horizon, and the ground a little; by night more is seen of it. */
function paintGlow({ widthPx, rgb }: Canvas, { ground }: Scene, glow: number): void {
  if (glow < 0.02) return;
  const strength = glow * (0.75 - 0.4 * ground.day);
  for (let at = 0; at < rgb.length; at += 3) {
    const y = at / 3 / widthPx;
    const part = y < ground.horizonY ? strength * (0.4 + (0.6 * y) / ground.horizonY) : strength * 0.3;
    rgb[at] = (rgb[at] ?? 0) + (214 - (rgb[at] ?? 0)) * part;
    rgb[at + 1] = (rgb[at + 1] ?? 0) + (220 - (rgb[at + 1] ?? 0)) * part;
    rgb[at + 2] = (rgb[at + 2] ?? 0) + (255 - (rgb[at + 2] ?? 0)) * part;
  }
}

/** Streaks of rain, tilted by the wind, and flakes of snow; each falls at its own speed and comes again. */
function paintFalling(
  canvas: Canvas,
  { here, ground }: Scene,
  place: SimulatedCameraPlace,
  at: number,
): void {
  const { widthPx, heightPx } = canvas;
  const random = randomFrom('falling', place.latitude, place.longitude);
  const seconds = (at % 3_600_000) / 1000;
  const color = mix([110, 120, 134], [226, 234, 242], 0.3 + 0.7 * ground.day);
  const lean = Math.min(0.7, here.windMps / 25);
  const wrap = (value: number, size: number) => ((value % size) + size) % size;
  for (let drop = Math.min(1_400, here.rainMmPerHour * 45); drop >= 1; drop--) {
    const [fromX, fromY, long, speed] = [random(), random(), 12 + random() * 22, 700 + random() * 500];
    const fallen = speed * seconds;
    const y = wrap(fromY * heightPx + fallen, heightPx);
    const x = wrap(fromX * widthPx - fallen * lean, widthPx);
    for (let down = 0; down < long; down++)
      canvas.paint(Math.round(x - down * lean), Math.round(y + down), color, 0.2);
  }
  for (let flake = Math.min(2_200, here.snowMmPerHour * 900); flake >= 1; flake--) {
    const [fromX, fromY, size, speed, dim] = [
      random(),
      random(),
      0.8 + random() * 1.8,
      40 + random() * 50,
      random(),
    ];
    const y = wrap(fromY * heightPx + speed * seconds, heightPx);
    const x = wrap(fromX * widthPx - speed * seconds * lean + 8 * Math.sin(seconds + dim * 6), widthPx);
    canvas.ellipse(x, y, size, size, [255, 255, 255], 0.3 + 0.6 * dim * (0.4 + 0.6 * ground.day));
  }
}

function jpegOf({ widthPx, heightPx, rgb }: Canvas): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from] ?? 0;
    rgba[to + 1] = rgb[from + 1] ?? 0;
    rgba[to + 2] = rgb[from + 2] ?? 0;
    rgba[to + 3] = 255;
  }
  // A copy of its own: it is transferred to another thread, and the encoder's buffer may be one of a pool.
  return new Uint8Array(encode({ data: rgba, width: widthPx, height: heightPx }, JPEG_QUALITY).data);
}
