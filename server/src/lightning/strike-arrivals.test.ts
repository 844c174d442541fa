import { LightningIndex } from '@allclear/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredBatch, StoredFlash } from './store.ts';
import { createStrikeArrivals } from './strike-arrivals.ts';

function open() {
  const everybodys = { vendor: 'satellite', providesCoverage: true, covers: () => true };
  const lightningIndex = new LightningIndex<StoredFlash>([
    everybodys,
    { ...everybodys, vendor: 'net', organizationId: 'ours' },
  ]);
  const listeners = new Set<(batches: readonly StoredBatch[]) => void>();
  const live = {
    lightningIndex,
    onBatches: (listener: (batches: readonly StoredBatch[]) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  let number = 0;
  const strikes = (feed: string, count: number): StoredFlash[] =>
    Array.from({ length: count }, () => ({
      feed,
      key: String(number++),
      at: 1_000 * number,
      latitude: 28,
      longitude: -82,
      points: Float64Array.of(28, -82),
      energyJ: null,
      amplitudeKa: null,
      quality: 0,
      type: 0 as const,
    }));
  const receive = (feed: string, flashes: StoredFlash[]) => {
    const batch = {
      id: String(number),
      feed,
      key: String(number),
      from: 0,
      to: 1,
      receivedAt: 1,
      providesCoverage: true,
      eventCount: null,
      dataLost: false,
      flashes,
    };
    for (const listener of listeners) listener([batch]);
    return flashes;
  };
  return { live, strikes, receive, listeners };
}

test('what came after a cursor is told, each strike once, to those who may know of it', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ feed: fc.constantFrom('satellite', 'net'), count: fc.nat(5), asks: fc.boolean() }),
        { maxLength: 20 },
      ),
      (steps) => {
        const { live, strikes, receive } = open();
        const arrivals = createStrikeArrivals(live);
        const held = { ours: [] as StoredFlash[], theirs: [] as StoredFlash[] };
        const all: StoredFlash[] = [];
        let cursor = arrivals.cursor();
        const ask = () => {
          held.ours.push(...arrivals.since(cursor, 'ours')!);
          held.theirs.push(...arrivals.since(cursor, 'theirs')!);
          cursor = arrivals.cursor();
        };
        for (const { feed, count, asks } of steps) {
          all.push(...receive(feed, strikes(feed, count)));
          if (asks) ask();
        }
        ask();
        expect(held.ours).toEqual(all);
        expect(held.theirs).toEqual(all.filter(({ feed }) => feed === 'satellite'));
      },
    ),
  );
});

test('a cursor of another process, of too long ago or that is none at all cannot be gone on from', () => {
  const { live, strikes, receive, listeners } = open();
  const [arrivals, others] = [createStrikeArrivals(live), createStrikeArrivals(live)];
  const first = arrivals.cursor();
  expect(arrivals.since(first, 'ours')).toEqual([]);
  expect(arrivals.since(others.cursor(), 'ours')).toBeNull();
  for (const text of [
    '',
    '.',
    'x.1',
    `${first}9`,
    `${first.split('.')[0]}.-5`,
    `${first.split('.')[0]}.1.5`,
  ]) {
    const arrived = arrivals.since(text, 'ours');
    expect(arrived === null || arrived.length === 0, text).toBe(true);
  }
  for (let i = 0; i < 11; i++) receive('satellite', strikes('satellite', 10_000));
  expect(arrivals.since(first, 'ours')).toBeNull();
  const last = arrivals.cursor();
  const [newest] = receive('satellite', strikes('satellite', 1));
  expect(arrivals.since(last, 'ours')).toEqual([newest]);
  arrivals.close();
  others.close();
  expect(listeners.size).toBe(0);
});
