import { expect, it } from 'vitest';
import { createDecoded } from './decoded-images.ts';

/** Pixels that record whether they were released. */
function decoder() {
  const closed: string[] = [];
  const waiting = new Map<Blob, (isWhole: boolean) => void>();
  const decode = (image: Blob) =>
    new Promise<ImageBitmap>((resolve, reject) => {
      waiting.set(image, (isWhole) =>
        isWhole
          ? resolve({ width: 1, height: 1, close: () => closed.push(image.type) })
          : reject(new Error('no picture')),
      );
    });
  const done = async (image: Blob, isWhole = true) => {
    waiting.get(image)?.(isWhole);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { decode, done, closed, waiting };
}
const image = (name: string) => new Blob(['x'], { type: name });

it('pictures are decoded ahead, each once, and given back when they are wanted no longer', async () => {
  const { decode, done, closed, waiting } = decoder();
  const decoded = createDecoded(decode, () => {});
  const [a, b, c] = ['a', 'b', 'c'].map(image) as [Blob, Blob, Blob];
  let heard = 0;
  const stop = decoded.onChange(() => heard++);
  decoded.retain([a, b]);
  expect(decoded.of(a)).toBeNull();
  await done(a);
  await done(b);
  expect([decoded.of(a)?.constructor, heard]).toEqual([Object, 2]);
  waiting.clear();
  decoded.retain([b, c]);
  expect([...waiting.keys()]).toEqual([c]);
  expect([closed, decoded.of(a)]).toEqual([['a'], null]);
  stop();
  await done(c);
  expect(heard).toBe(2);
  decoded.close();
  expect(closed).toEqual(['a', 'b', 'c']);
});

it('one that is wanted no longer when it is decoded is given back at once', async () => {
  const { decode, done, closed } = decoder();
  const decoded = createDecoded(decode, () => {});
  const late = image('late');
  decoded.retain([late]);
  decoded.retain([]);
  await done(late);
  expect([closed, decoded.of(late)]).toEqual([['late'], null]);
});

it('one that is no picture is said once and not tried again', async () => {
  const { decode, done, waiting } = decoder();
  let broken = 0;
  const decoded = createDecoded(decode, () => broken++);
  const bad = image('bad');
  decoded.retain([bad]);
  await done(bad, false);
  waiting.clear();
  decoded.retain([bad]);
  expect([broken, decoded.of(bad), waiting.size]).toEqual([1, 'broken', 0]);
});
