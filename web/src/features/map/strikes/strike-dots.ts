import type { CustomLayerInterface, CustomRenderMethodInput, Map as MapLibreMap } from 'maplibre-gl';
import type { Paint } from '../map-paint.ts';
import type { StrikePoint } from './strike-points.ts';
import { strikeAges } from './strikes.ts';

/** Sizes in CSS pixels. */
const radiusPx = 5;
const linePx = 1;
const valuesPerStrike = 3;

/** Position and time (epoch seconds): all that a dot needs of a strike. */
export type Dot = Pick<StrikePoint, 'at' | 'longitude' | 'latitude'>;

/** A layer of MapLibre that draws single strikes. The layer's methods are called by the map. */
export interface StrikeDots extends CustomLayerInterface {
  /** The dots to draw: strikes (oldest first), the instant of their ages (epoch ms), and the colors. */
  show(points: readonly Dot[], nowMs: number, paint: Paint): void;
}

const [red, yellow] = strikeAges;
const vertexSource = `#version 300 es
uniform mat4 u_matrix;
uniform highp float u_now;
uniform highp float u_pixels;
in vec2 a_place;
in float a_at;
out highp float v_age;
void main() {
  v_age = u_now - a_at;
  gl_Position = u_matrix * vec4(a_place, 0.0, 1.0);
  gl_PointSize = 2.0 * u_pixels * ${(radiusPx + linePx).toFixed(1)} + 1.0;
}`;
const fragmentSource = `#version 300 es
precision highp float;
uniform highp float u_pixels;
uniform vec3 u_red;
uniform vec3 u_yellow;
uniform vec3 u_green;
uniform vec3 u_line;
in highp float v_age;
out vec4 color;
void main() {
  float away = length(gl_PointCoord - 0.5) * (2.0 * u_pixels * ${(radiusPx + linePx).toFixed(1)} + 1.0);
  float fill = 1.0 - smoothstep(-0.5, 0.5, away - u_pixels * ${radiusPx.toFixed(1)});
  float drawn = 1.0 - smoothstep(-0.5, 0.5, away - u_pixels * ${(radiusPx + linePx).toFixed(1)});
  float alpha = drawn * (1.0 - clamp((v_age - 1500.0) / 300.0, 0.0, 1.0));
  if (alpha <= 0.0) discard;
  vec3 age = v_age < ${red.to.toFixed(1)} ? u_red : v_age < ${yellow.to.toFixed(1)} ? u_yellow : u_green;
  color = vec4(mix(u_line, age, fill) * alpha, alpha);
}`;

/**
 * Single strikes drawn by the graphics card in one call, which also colors them by age: tens of thousands
 * cost the page as much as one, a new strike is on the next frame, and aging costs nothing. (For a circle
 * layer the map would rebuild its tiles for each new strike and each step of the colors.)
 */
export function createStrikeDots(id: string): StrikeDots {
  let map: MapLibreMap | null = null;
  let drawing: Drawing | null = null;
  let rows = new Float32Array();
  let origin = { x: 0, y: 0, atSeconds: 0 };
  let nowMs = 0;
  let colors: Colors | null = null;
  let shown: readonly Dot[] | null = null;
  let isUploaded = false;

  return {
    id,
    type: 'custom',
    renderingMode: '2d',
    onAdd(given, gl) {
      map = given;
      drawing = prepare(gl as WebGL2RenderingContext);
      isUploaded = false;
    },
    onRemove() {
      drawing?.remove();
      [map, drawing] = [null, null];
    },
    show(points, at, paint) {
      if (points !== shown) {
        shown = points;
        // Positions are relative to one of the strikes: single precision is then exact to less than a pixel
        // at any zoom.
        const [first] = points;
        origin = { ...mercatorOf(first ?? { longitude: 0, latitude: 0 }), atSeconds: Math.floor(at / 1_000) };
        rows = rowsOf(points, origin);
        isUploaded = false;
      }
      nowMs = at;
      colors = colorsOf(paint);
      map?.triggerRepaint();
    },
    render(_gl, input) {
      if (!drawing || !map || !colors) return;
      if (!isUploaded) drawing.upload(rows);
      isUploaded = true;
      if (rows.length === 0) return;
      // Where the world repeats, the copy in view.
      const copy = Math.round((map.getCenter().lng + 180) / 360 - origin.x);
      drawing.draw(
        movedBy(input, origin.x + copy, origin.y),
        nowMs / 1_000 - origin.atSeconds,
        map.getPixelRatio(),
        colors,
      );
    },
  };
}

/** In the map's unit square: x and y from 0 to 1. */
function mercatorOf({ longitude, latitude }: { longitude: number; latitude: number }): {
  x: number;
  y: number;
} {
  const sine = Math.max(-0.9999, Math.min(0.9999, Math.sin((latitude * Math.PI) / 180)));
  return { x: (longitude + 180) / 360, y: 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI };
}

function rowsOf(
  points: readonly Dot[],
  origin: { x: number; y: number; atSeconds: number },
): Float32Array<ArrayBuffer> {
  const rows = new Float32Array(points.length * valuesPerStrike);
  points.forEach((point, i) => {
    const { x, y } = mercatorOf(point);
    const east = x - origin.x;
    rows[i * valuesPerStrike] = east - Math.round(east);
    rows[i * valuesPerStrike + 1] = y - origin.y;
    rows[i * valuesPerStrike + 2] = point.at - origin.atSeconds;
  });
  return rows;
}

/** The map's matrix for positions relative to a point, computed in double precision. */
function movedBy(
  { defaultProjectionData: { mainMatrix: m } }: CustomRenderMethodInput,
  x: number,
  y: number,
): Float32Array {
  const moved = Float32Array.from(m as ArrayLike<number>);
  for (let row = 0; row < 4; row++) moved[12 + row] = m[row]! * x + m[4 + row]! * y + m[12 + row]!;
  return moved;
}

type Colors = Readonly<
  Record<'u_red' | 'u_yellow' | 'u_green' | 'u_line', readonly [number, number, number]>
>;

function colorsOf({ strikes, strikeLine }: Paint): Colors {
  return {
    u_red: parts(strikes.red),
    u_yellow: parts(strikes.yellow),
    u_green: parts(strikes.green),
    u_line: parts(strikeLine),
  };
}

/** '#d92b1f' as components from 0 to 1. */
function parts(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

interface Drawing {
  upload(rows: Float32Array<ArrayBuffer>): void;
  draw(matrix: Float32Array, nowSeconds: number, pixelRatio: number, colors: Colors): void;
  remove(): void;
}

function prepare(gl: WebGL2RenderingContext): Drawing {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertexSource],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) continue;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  const buffer = gl.createBuffer();
  const array = gl.createVertexArray();
  const uniform = (name: string) => gl.getUniformLocation(program, name);
  const places = { matrix: uniform('u_matrix'), now: uniform('u_now'), pixels: uniform('u_pixels') };
  const colorPlaces = (['u_red', 'u_yellow', 'u_green', 'u_line'] as const).map(
    (name) => [name, uniform(name)] as const,
  );
  let count = 0;

  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  for (const [name, size, offset] of [
    ['a_place', 2, 0],
    ['a_at', 1, 2],
  ] as const) {
    const place = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, valuesPerStrike * 4, offset * 4);
  }
  gl.bindVertexArray(null);

  return {
    upload(rows) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, rows, gl.DYNAMIC_DRAW);
      count = rows.length / valuesPerStrike;
    },
    draw(matrix, nowSeconds, pixelRatio, colors) {
      // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's word, no hook
      gl.useProgram(program);
      gl.bindVertexArray(array);
      gl.uniformMatrix4fv(places.matrix, false, matrix);
      gl.uniform1f(places.now, nowSeconds);
      gl.uniform1f(places.pixels, pixelRatio);
      for (const [name, place] of colorPlaces) gl.uniform3fv(place, colors[name]);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.drawArrays(gl.POINTS, 0, count);
      gl.bindVertexArray(null);
    },
    remove() {
      gl.deleteProgram(program);
      gl.deleteBuffer(buffer);
      gl.deleteVertexArray(array);
    },
  };
}
