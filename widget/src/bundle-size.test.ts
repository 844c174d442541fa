import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { maxFirstLoadBytes, maxHeightScriptBytes } from '../vite.config.ts';

const folder = new URL('..', import.meta.url).pathname;

it('the first load of a widget is at most 30 kB compressed, without zod, and the script for heights 1 kB', async () => {
  const result = await build({ configFile: `${folder}vite.config.ts`, logLevel: 'silent', build: { write: false } });
  const { output } = result as Rolldown.RolldownOutput;
  const height = output.find(({ fileName }) => fileName === 'height.js');
  const content = (file: (typeof output)[number]) => (file.type === 'chunk' ? file.code : file.source);
  const first = output.filter((file) => file !== height);
  const sum = (pack: (text: string | Uint8Array) => Buffer) =>
    first.reduce((bytes, file) => bytes + pack(content(file)).length, 0);
  expect(first.length).toBeGreaterThanOrEqual(3);
  expect(sum(gzipSync)).toBeLessThanOrEqual(maxFirstLoadBytes);
  expect(sum(brotliCompressSync)).toBeLessThanOrEqual(maxFirstLoadBytes);
  expect(Buffer.byteLength(height ? content(height) : 'x'.repeat(9_999))).toBeLessThanOrEqual(maxHeightScriptBytes);
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  expect(modules.filter((id) => /node_modules\/(?!preact\/)/.test(id))).toEqual([]);
});
