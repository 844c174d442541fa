/** Red, green, blue, 0–255. */
export type Color = readonly [red: number, green: number, blue: number];

/** An image that is painted in layers, each with a coverage of 0–1. */
export class Canvas {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Uint8Array<ArrayBuffer>;

  constructor(widthPx: number, heightPx: number) {
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    this.rgb = new Uint8Array(widthPx * heightPx * 3);
  }

  paint(x: number, y: number, color: Color, coverage = 1): void {
    if (coverage <= 0 || x < 0 || y < 0 || x >= this.widthPx || y >= this.heightPx) return;
    const at = (y * this.widthPx + x) * 3;
    const part = Math.min(1, coverage);
    for (let channel = 0; channel < 3; channel++) {
      const under = this.rgb[at + channel] ?? 0;
      this.rgb[at + channel] = Math.round(under + ((color[channel] ?? 0) - under) * part);
    }
  }

  /** Paints a rectangle; its edges may lie between pixels. */
  box(left: number, top: number, right: number, bottom: number, color: Color, opacity = 1): void {
    for (let y = Math.floor(top); y < bottom; y++) {
      const high = Math.min(y + 1, bottom) - Math.max(y, top);
      for (let x = Math.floor(left); x < right; x++) {
        this.paint(x, y, color, opacity * high * (Math.min(x + 1, right) - Math.max(x, left)));
      }
    }
  }

  /** Paints an ellipse with soft edges. */
  ellipse(
    centerX: number,
    centerY: number,
    radiusX: number,
    radiusY: number,
    color: Color,
    opacity = 1,
    softPx = 1,
  ): void {
    for (let y = Math.floor(centerY - radiusY - softPx); y <= centerY + radiusY + softPx; y++) {
      for (let x = Math.floor(centerX - radiusX - softPx); x <= centerX + radiusX + softPx; x++) {
        const away = Math.hypot((x + 0.5 - centerX) / radiusX, (y + 0.5 - centerY) / radiusY);
        this.paint(x, y, color, opacity * step(1 + softPx / Math.min(radiusX, radiusY), 1, away));
      }
    }
  }

  /** Paints from a line of heights (y of each column) down to another y. */
  silhouette(topAt: (x: number) => number, bottom: number, colorAt: (x: number, y: number) => Color): void {
    for (let x = 0; x < this.widthPx; x++) {
      const top = topAt(x);
      for (let y = Math.floor(top); y < bottom; y++) this.paint(x, y, colorAt(x, y), y + 1 - top);
    }
  }
}

export function mix(from: Color, to: Color, part: number): Color {
  const clamped = Math.min(1, Math.max(0, part));
  return [
    from[0] + (to[0] - from[0]) * clamped,
    from[1] + (to[1] - from[1]) * clamped,
    from[2] + (to[2] - from[2]) * clamped,
  ];
}

export function shade(color: Color, light: number): Color {
  return [color[0] * light, color[1] * light, color[2] * light];
}

/** 0 at `from`, 1 at `to`, smooth between; `from` may be the larger one. */
export function step(from: number, to: number, value: number): number {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

/** Smooth noise of 0–1 on the plane, four octaves; about one unit from crest to crest. */
export function cloudNoise(x: number, y: number, seed: number): number {
  let [sum, weight, scale, total] = [0, 0.5, 1, 0];
  for (let octave = 0; octave < 4; octave++) {
    sum += weight * latticeNoise(x * scale, y * scale, seed + octave * 101);
    total += weight;
    weight *= 0.5;
    scale *= 2.1;
  }
  return sum / total;
}

function latticeNoise(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [x - left, y - top];
  const smoothAcross = across * across * (3 - 2 * across);
  const smoothDown = down * down * (3 - 2 * down);
  const upper =
    latticeValue(left, top, seed) * (1 - smoothAcross) + latticeValue(left + 1, top, seed) * smoothAcross;
  const lower =
    latticeValue(left, top + 1, seed) * (1 - smoothAcross) +
    latticeValue(left + 1, top + 1, seed) * smoothAcross;
  return upper * (1 - smoothDown) + lower * smoothDown;
}

/** Deterministic noise at a grid point, the same on every machine (a hash after Thomas Wang). */
function latticeValue(x: number, y: number, seed: number): number {
  let mixed = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(seed, 974_634_777);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}
