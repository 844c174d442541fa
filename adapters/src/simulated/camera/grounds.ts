import { type Canvas, type Color, cloudNoise, mix, shade, step } from './canvas.ts';
import type { SkyLight } from './sky.ts';

export interface Ground extends SkyLight {
  readonly horizonY: number;
  readonly seed: number;
  readonly snowy: boolean;
}

/** Hills and a line of trees on the horizon. */
export function paintDistance(canvas: Canvas, ground: Ground): void {
  const { horizonY, seed, haze } = ground;
  const hill = lit(ground, ground.snowy ? [186, 196, 206] : [86, 112, 110], 2.5);
  canvas.silhouette(
    (x) => horizonY - 14 - 46 * cloudNoise(x / 260, 3, seed),
    horizonY,
    () => hill,
  );
  const trees = lit(ground, ground.snowy ? [96, 108, 112] : [44, 78, 50], 0.4);
  canvas.silhouette(
    (x) => horizonY - 10 - 26 * cloudNoise(x / 70, 9, seed) - 9 * cloudNoise(x / 13, 5, seed),
    horizonY + 1,
    (_x, y) => mix(trees, haze, 0.12 * step(horizonY - 40, horizonY, y)),
  );
}

/** A playing field with its lines, stands and light masts, whose lamps are on in the dark. */
export function paintStadium(canvas: Canvas, ground: Ground): void {
  const { horizonY, day } = ground;
  const lamps = step(0.5, 0.2, day);
  paintStands(canvas, ground);
  paintField(canvas, ground, lamps);
  for (const [x, height] of [
    [0.1, 210],
    [0.3, 150],
    [0.7, 150],
    [0.9, 210],
  ] as const) {
    paintMast(canvas, canvas.widthPx * x, horizonY + height * 0.12, height, ground, lamps);
  }
}

/** Fairways, a bunker and a green with its flag. */
export function paintCourse(canvas: Canvas, ground: Ground): void {
  const { horizonY, seed } = ground;
  const deep = canvas.heightPx - horizonY;
  for (let y = horizonY; y < canvas.heightPx; y++) {
    const near = (y - horizonY + 1) / deep;
    const middle = canvas.widthPx * (0.52 + 0.16 * Math.sin(near * 3.4 + 0.4));
    const half = 40 + 330 * near;
    for (let x = 0; x < canvas.widthPx; x++) {
      const rough: Color = ground.snowy
        ? [214, 222, 230]
        : mix([58, 104, 52], [74, 118, 58], cloudNoise(x / (30 + 160 * near), y / 14, seed));
      const stripe = Math.floor(Math.log(near + 0.02) * 5) % 2 === 0 ? 0 : 1;
      const fairway: Color = ground.snowy ? [224, 230, 237] : stripe ? [104, 158, 74] : [94, 147, 68];
      const grass = mix(rough, fairway, step(half + 6 + 20 * near, half, Math.abs(x - middle)));
      canvas.paint(x, y, lit(ground, grass, 0.25 * (1 - near)));
    }
  }
  const at = (share: number) => canvas.widthPx * share;
  canvas.ellipse(
    at(0.42),
    horizonY + 46,
    150,
    17,
    lit(ground, ground.snowy ? [232, 238, 244] : [126, 182, 92], 0.1),
  );
  canvas.ellipse(
    at(0.66),
    horizonY + 66,
    84,
    13,
    lit(ground, ground.snowy ? [206, 214, 222] : [222, 204, 158], 0.1),
  );
  for (const [share, size] of [
    [0.06, 70],
    [0.16, 46],
    [0.84, 52],
    [0.93, 84],
    [0.99, 66],
  ] as const)
    paintTree(canvas, at(share), horizonY + size * 0.5, size, ground);
  const pole = lit(ground, [238, 238, 238], 0.05);
  canvas.box(at(0.42) - 1.2, horizonY - 40, at(0.42) + 1.2, horizonY + 46, pole);
  for (let row = 0; row < 22; row++)
    canvas.box(
      at(0.42) + 1.2,
      horizonY - 40 + row,
      at(0.42) + 34 - Math.abs(row - 11) * 0.9,
      horizonY - 39 + row,
      lit(ground, [206, 62, 48], 0.05),
    );
}

function paintStands(canvas: Canvas, ground: Ground): void {
  const { horizonY } = ground;
  const [left, right, top] = [canvas.widthPx * 0.2, canvas.widthPx * 0.8, horizonY - 34];
  for (let row = 0; row < 9; row++) {
    const y = top + row * 4.4;
    const color: Color = row % 2 ? [120, 130, 144] : [98, 108, 124];
    canvas.box(left - row * 5, y, right + row * 5, y + 4.6, lit(ground, color, 0.12));
  }
  canvas.box(left - 46, horizonY + 4, right + 46, horizonY + 8, lit(ground, [58, 66, 80], 0.1));
  canvas.box(canvas.widthPx * 0.44, top - 20, canvas.widthPx * 0.56, top, lit(ground, [54, 62, 78], 0.12));
}

function paintField(canvas: Canvas, ground: Ground, lamps: number): void {
  const { horizonY } = ground;
  const deep = canvas.heightPx - horizonY;
  for (let y = horizonY; y < canvas.heightPx; y++) {
    const away = deep / (y - horizonY + 1);
    const rowsADot = away ** 2 / deep;
    const yards = nearLine(away * 2 + 0.3, 0.045, rowsADot * 2);
    const grassStripe = Math.floor(away) % 2 === 0 ? 1 : 0;
    for (let x = 0; x < canvas.widthPx; x++) {
      const across = (x / canvas.widthPx - 0.5) * away;
      const dotsAcross = away / canvas.widthPx;
      const inside = step(0.98, 0.98 - dotsAcross, Math.abs(across));
      const grass: Color = ground.snowy ? [226, 232, 238] : grassStripe ? [88, 148, 70] : [76, 134, 62];
      const track: Color = ground.snowy ? [204, 208, 214] : [164, 92, 70];
      const lawn: Color = ground.snowy ? [220, 226, 232] : [70, 118, 58];
      let color = mix(
        lawn,
        mix(track, grass, step(1.02, 1.02 - dotsAcross * 2, Math.abs(across))),
        step(1.34, 1.34 - dotsAcross * 2, Math.abs(across)),
      );
      const side = Math.max(0, 1 - Math.abs(Math.abs(across) - 0.94) / (0.008 + dotsAcross));
      const line = Math.max(yards * inside * (Math.abs(across) < 0.94 ? 1 : 0), side);
      color = mix(color, [244, 246, 246], 0.8 * line);
      const floodlit = lamps * 0.55 * Math.exp(-((across / 1.4) ** 2));
      canvas.paint(x, y, mix(lit(ground, color, 0.015 * away), shade(color, 0.9), floodlit));
    }
  }
}

function paintMast(
  canvas: Canvas,
  x: number,
  foot: number,
  height: number,
  ground: Ground,
  lamps: number,
): void {
  const steel = lit(ground, [122, 130, 140], 0.1);
  canvas.box(x - 1.6, foot - height, x + 1.6, foot, steel);
  canvas.box(x - 17, foot - height - 10, x + 17, foot - height + 6, lit(ground, [88, 96, 106], 0.1));
  for (let lamp = 0; lamp < 8; lamp++) {
    const [lampX, lampY] = [x - 13.5 + (lamp % 4) * 9, foot - height - 6 + Math.floor(lamp / 4) * 8];
    if (lamps > 0.05) canvas.ellipse(lampX, lampY, 16, 16, [255, 246, 214], 0.16 * lamps, 14);
    canvas.ellipse(lampX, lampY, 2.6, 2.6, mix(steel, [255, 250, 232], Math.max(0.35, lamps)));
  }
}

function paintTree(canvas: Canvas, x: number, foot: number, size: number, ground: Ground): void {
  canvas.box(x - size * 0.05, foot - size * 0.5, x + size * 0.05, foot, lit(ground, [84, 66, 50], 0.1));
  for (let leaf = 0; leaf < 9; leaf++) {
    const angle = leaf * 2.4;
    const [awayX, awayY] = [Math.cos(angle) * size * 0.3, Math.sin(angle) * size * 0.24];
    const green: Color = ground.snowy ? [150, 162, 164] : mix([38, 84, 44], [70, 118, 60], (leaf % 3) / 2);
    canvas.ellipse(x + awayX, foot - size * 0.85 + awayY, size * 0.28, size * 0.26, lit(ground, green, 0.08));
  }
}

/** The part of a dot that a line at each whole number covers; `dots` is the width of a dot. */
function nearLine(value: number, halfWide: number, dots: number): number {
  const distance = Math.abs(value - Math.round(value));
  return Math.min(1, Math.max(0, (halfWide + dots / 2 - distance) / Math.max(dots, 0.001)));
}

/** A color in daylight and in the haze at a distance in miles. */
function lit({ day, haze, hazeAMile }: Ground, color: Color, miles: number): Color {
  return mix(shade(color, 0.14 + 0.86 * day), haze, 1 - (1 - hazeAMile) ** miles);
}
