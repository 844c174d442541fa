import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEvents, type StreamEvent } from './event-stream.ts';

const text =
  ': hello\n\nevent: change\ndata: [1,\ndata: 2]\n\r\nid: 7\r\ndata:ünï\r\n\r\nevent: empty\n\ndata: cut off';

async function read(pieces: Uint8Array[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const piece of pieces) stream.enqueue(piece);
      stream.close();
    },
  });
  for await (const event of readEvents(body)) {
    events.push(event);
  }
  return events;
}

it('reads events however the bytes are cut', async () => {
  const bytes = new TextEncoder().encode(text);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 })), async (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const pieces = edges.slice(1).map((end, i) => bytes.slice(edges[i], end));
      expect(await read(pieces)).toEqual([
        { name: 'change', data: '[1,\n2]' },
        { name: 'message', data: 'ünï' },
      ]);
    }),
  );
});
