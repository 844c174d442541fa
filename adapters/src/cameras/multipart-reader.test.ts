import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMultipartReader, readBoundary } from './multipart-reader.ts';

const mark = 'cut-here';
const part = fc.record({
  body: fc.uint8Array({ minLength: 1, maxLength: 300 }),
  withLength: fc.boolean(),
  lineEnd: fc.constantFrom('\r\n', '\n'),
});

test('whatever the parts and however they are cut, they come whole and in order', () => {
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(400), { minLength: 1 }),
      (parts, cuts) => {
        // A part without its length ends with what no end of a line or boundary could be taken for.
        const bodies = parts.map(({ body, withLength }) =>
          Buffer.from(withLength ? body : [...body, 0xff, 0xd9]),
        );
        const bytes = Buffer.concat([
          ...parts.flatMap(({ withLength, lineEnd }, index) => [
            Buffer.from(`--${mark}${lineEnd}Content-Type: image/jpeg${lineEnd}`),
            Buffer.from(
              `${withLength ? `content-length: ${bodies[index]?.length}${lineEnd}` : ''}${lineEnd}`,
            ),
            bodies[index] ?? Buffer.alloc(0),
            Buffer.from(lineEnd),
          ]),
          Buffer.from(`--${mark}\r\n`),
        ]);
        const read: Buffer[] = [];
        const reader = createMultipartReader(mark, 10_000, (one) => read.push(Buffer.from(one)));
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = 1 + (cuts[turn % cuts.length] ?? 0);
          reader.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(read).toEqual(bodies);
      },
    ),
  );
});

test.each([
  ['multipart/x-mixed-replace; boundary=frame', 'frame'],
  ['multipart/x-mixed-replace;boundary="a b"; charset=x', 'a b'],
  ['multipart/x-mixed-replace; BOUNDARY=--cam', 'cam'],
  ['multipart/x-mixed-replace', null],
  ['multipart/x-mixed-replace; boundary=--', null],
])('the boundary of %j is %j', (type, expected) => {
  expect(readBoundary(type)).toBe(expected);
});
