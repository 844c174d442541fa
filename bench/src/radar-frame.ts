/**
 * Drawing a radar frame: a grid of 2000 × 1200 levels becomes a Web Mercator PNG of 3000 × 3000 pixels. The
 * yardstick in the same run is GDAL (color, translate, warp) where it is installed, and always a plain loop
 * that computes the place and color of each pixel and compresses RGBA at zlib's default level. Both images
 * must be equal. Then the same frames in the drawing thread, with the longest stall of this thread's event
 * loop compared with an idle period.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { drawGrid, type LevelGrid } from '@allclear/adapters/raster/draw-grid.ts';
import { createRasterPool } from '@allclear/adapters/raster/raster-pool.ts';
import { latitudeOfMercatorY, mercatorY } from '@allclear/adapters/raster/web-mercator.ts';
import { dbzOfLevel, radarColorIndex, radarColors, radarLevel } from '@allclear/domain';
import { percentile, present, printed, random } from './measure.ts';

const columns = 2000;
const rows = 1200;
const sidePx = 3000;
const box = { north: 49, south: 24.5, west: -126, east: -67 };
const view = { box, widthPx: sidePx, heightPx: sidePx };
const threadFrames = 30;

/**
 * Forty storm lines over the country with noise: about a sixth of the area has echoes, as on a stormy day.
 */
function scene(): LevelGrid {
  const next = random(11);
  const levels = new Uint8Array(columns * rows);
  for (let storm = 0; storm < 200; storm++) {
    const [middleX, middleY, radius] = [next() * columns, next() * rows, 8 + next() * 40];
    for (let y = Math.max(0, Math.floor(middleY - radius)); y < Math.min(rows, middleY + radius); y++) {
      for (let x = Math.max(0, Math.floor(middleX - radius)); x < Math.min(columns, middleX + radius); x++) {
        const away = Math.hypot(x - middleX, y - middleY) / radius;
        if (away < 1)
          levels[y * columns + x] = Math.max(
            levels[y * columns + x] ?? 0,
            radarLevel(60 - 55 * away + 6 * next()),
          );
      }
    }
  }
  return { box, columns, rows, levels };
}

/** The pixels as a plain loop computes them: 0xRRGGBBAA. */
function plainPixels({ levels }: LevelGrid): Buffer {
  const rgba = Buffer.alloc(sidePx * sidePx * 4);
  const [top, bottom] = [mercatorY(box.north), mercatorY(box.south)];
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      const latitude = latitudeOfMercatorY(top + ((bottom - top) * (y + 0.5)) / sidePx);
      const longitude = box.west + ((box.east - box.west) * (x + 0.5)) / sidePx;
      const row = Math.floor(((latitude - box.north) / (box.south - box.north)) * rows);
      const column = Math.floor(((longitude - box.west) / (box.east - box.west)) * columns);
      const index = radarColorIndex(dbzOfLevel(levels[row * columns + column] ?? 0));
      if (index === 0) continue;
      const { red, green, blue } = present(radarColors[index - 1]);
      rgba.writeUInt32BE(((red << 24) | (green << 16) | (blue << 8) | 255) >>> 0, (y * sidePx + x) * 4);
    }
  }
  return rgba;
}

function plainPng(rgba: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const out = Buffer.alloc(12 + data.length);
    out.writeUInt32BE(data.length, 0);
    out.write(type, 4, 'latin1');
    data.copy(out, 8);
    out.writeUInt32BE(crc32(out.subarray(4, -4)), 8 + data.length);
    return out;
  };
  const header = Buffer.from([
    0,
    0,
    sidePx >> 8,
    sidePx & 255,
    0,
    0,
    sidePx >> 8,
    sidePx & 255,
    8,
    6,
    0,
    0,
    0,
  ]);
  const lines = Buffer.alloc((sidePx * 4 + 1) * sidePx);
  for (let y = 0; y < sidePx; y++)
    rgba.copy(lines, y * (sidePx * 4 + 1) + 1, y * sidePx * 4, (y + 1) * sidePx * 4);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

/** Milliseconds of GDAL's three steps on the same grid; a sentence when GDAL is not available. */
function gdalMilliseconds(grid: LevelGrid): number | string {
  const folder = mkdtempSync(path.join(tmpdir(), 'allclear-radar-'));
  try {
    const ramp = Array.from({ length: 256 }, (_, level) => {
      const index = radarColorIndex(dbzOfLevel(level));
      const { red, green, blue } =
        index === 0 ? { red: 0, green: 0, blue: 0 } : present(radarColors[index - 1]);
      return `${level} ${red} ${green} ${blue} ${index === 0 ? 0 : 255}`;
    });
    const file = (name: string) => path.join(folder, name);
    writeFileSync(file('grid.bil'), grid.levels);
    writeFileSync(file('ramp.txt'), ramp.join('\n'));
    writeFileSync(
      file('grid.hdr'),
      [
        ...[
          'NROWS 1200',
          'NCOLS 2000',
          'NBANDS 1',
          'NBITS 8',
          'LAYOUT BIL',
          `ULXMAP ${box.west + (box.east - box.west) / columns / 2}`,
        ],
        ...[
          `ULYMAP ${box.north - (box.north - box.south) / rows / 2}`,
          `XDIM ${(box.east - box.west) / columns}`,
          `YDIM ${(box.north - box.south) / rows}`,
        ],
      ].join('\n'),
    );
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, ['-q', ...args], { stdio: 'pipe' });
    const started = performance.now();
    run(
      'gdalwarp',
      '-s_srs',
      'EPSG:4326',
      '-t_srs',
      'EPSG:3857',
      '-ts',
      '3000',
      '3000',
      '-overwrite',
      file('grid.bil'),
      file('warped.tif'),
    );
    run(
      'gdaldem',
      'color-relief',
      '-alpha',
      '-nearest_color_entry',
      file('warped.tif'),
      file('ramp.txt'),
      file('colored.tif'),
    );
    run('gdal_translate', '-of', 'PNG', file('colored.tif'), file('frame.png'));
    return performance.now() - started;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'GDAL is not installed here'
      : `GDAL failed: ${(error as Error).message.slice(0, 200)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The palette image as RGBA, read by a separate decoder that supports only the rows and filters in use. */
function sameAs(png: Uint8Array, rgba: Buffer): boolean {
  const file = Buffer.from(png);
  const lines = inflateSync(file.subarray(file.indexOf('IDAT') + 4, -16));
  const stride = 1 + sidePx / 2;
  for (let y = 0, shown = 0; y < sidePx; y++) {
    if (lines[y * stride] === 0) shown = y * stride + 1;
    for (let x = 0; x < sidePx; x++) {
      const twoPixels = lines[shown + (x >> 1)] ?? 0;
      const index = x % 2 === 0 ? twoPixels >> 4 : twoPixels & 15;
      const { red, green, blue } =
        index === 0 ? { red: 0, green: 0, blue: 0 } : present(radarColors[index - 1]);
      const at = (y * sidePx + x) * 4;
      if (
        rgba[at] !== red ||
        rgba[at + 1] !== green ||
        rgba[at + 2] !== blue ||
        rgba[at + 3] !== (index === 0 ? 0 : 255)
      )
        return false;
    }
  }
  return true;
}

function best(runs: number, work: () => unknown): number {
  return Math.min(
    ...Array.from({ length: runs }, () => {
      const started = performance.now();
      work();
      return performance.now() - started;
    }),
  );
}

export async function runRadarFrame(): Promise<unknown> {
  const grid = scene();
  const png = drawGrid(grid, view);
  const drawnMs = best(9, () => drawGrid(grid, view));
  let rgba = plainPixels(grid);
  const plainMs = best(2, () => {
    rgba = plainPixels(grid);
    plainPng(rgba);
  });
  const gdal = gdalMilliseconds(grid);
  const equal = sameAs(png, rgba);
  if (!equal) throw new Error('The two ways of drawing do not show the same.');

  const pool = createRasterPool();
  await pool.draw({ kind: 'grid', grid: { ...grid, levels: grid.levels.slice() }, view });
  const stall = async (work: () => Promise<unknown>) => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    await pause(50);
    delay.enable();
    await work();
    delay.disable();
    return { longestMs: delay.max / 1e6, p99Ms: delay.percentile(99) / 1e6 };
  };
  const times: number[] = [];
  const drawing = await stall(async () => {
    for (let frame = 0; frame < threadFrames; frame++) {
      const started = performance.now();
      await pool.draw({ kind: 'grid', grid: { ...grid, levels: grid.levels.slice() }, view });
      times.push(performance.now() - started);
    }
  });
  const idle = await stall(() => pause(1_000));
  await pool.close();
  return {
    grid: `${columns} × ${rows}`,
    image: `${sidePx} × ${sidePx}`,
    drawnMs,
    bytes: png.length,
    plainRgbaMs: plainMs,
    ratioToPlain: plainMs / drawnMs,
    gdal: typeof gdal === 'string' ? gdal : { ms: gdal, ratio: gdal / drawnMs },
    equalAnswers: equal,
    inThread: {
      frames: threadFrames,
      medianMs: percentile(times, 0.5),
      stallOfMainThread: drawing,
      stallWhenIdle: idle,
    },
  };
}

await printed(import.meta, runRadarFrame);
