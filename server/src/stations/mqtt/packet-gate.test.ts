import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PacketGate } from './packet-gate.ts';

const limits = { packetBytes: 1_000, packetMs: 60_000, burst: 5, perSecond: 1 };
const now = 1_000_000;

/** A packet of so many bytes after its fixed header. */
function packet(length: number): number[] {
  const header = [0x30];
  let rest = length;
  do {
    header.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return [...header, ...Array.from({ length: Math.min(length, 2_000) }, (_, index) => index % 256)];
}
const gate = () => new PacketGate(limits);

describe('a gate', () => {
  test('lets packets of the largest size through and none above', () => {
    expect(gate().accepts(Uint8Array.from(packet(1_000)), now)).toBe(true);
    expect(gate().accepts(Uint8Array.from(packet(1_001)), now)).toBe(false);
  });
  test('ends what announces 256 MB at its header, before the rest has come', () => {
    expect(gate().accepts(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0x7f), now)).toBe(false);
  });
  test('ends a packet that comes a byte at a time for over a minute, and none that was whole', () => {
    const slow = gate();
    const bytes = packet(100);
    const isOpen = bytes.map((byte, index) => slow.accepts(Uint8Array.of(byte), now + index * 1_000));
    expect(isOpen.indexOf(false)).toBe(61);
    const idle = gate();
    expect(idle.accepts(Uint8Array.from(bytes), now)).toBe(true);
    expect(idle.accepts(Uint8Array.from(bytes), now + 3_600_000)).toBe(true);
  });
  test('ends a length that never ends', () => {
    expect(gate().accepts(Uint8Array.of(0x30, 0x80, 0x80, 0x80, 0x80, 0x80), now)).toBe(false);
  });
  test('lets so many through at once, and more as time passes', () => {
    const one = gate();
    const ping = Uint8Array.of(0xc0, 0);
    for (let count = 0; count < 5; count++) expect(one.accepts(ping, now)).toBe(true);
    expect(one.accepts(ping, now)).toBe(false);
    expect(one.accepts(ping, now + 2_000)).toBe(true);
    expect(one.accepts(ping, now - 60_000), 'a clock that is set back gives nothing').toBe(true);
    expect(one.accepts(ping, now - 60_000)).toBe(false);
  });
  test('says the same however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1_300 }), { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 700 })),
        (lengths, cuts) => {
          const bytes = Uint8Array.from(lengths.flatMap(packet));
          const whole = gate().accepts(bytes, now);
          const cut = gate();
          let accepted = true;
          let at = 0;
          for (const size of [...cuts, bytes.length]) {
            accepted &&= cut.accepts(bytes.subarray(at, at + size), now);
            at += size;
          }
          expect(accepted).toBe(whole);
          expect(whole).toBe(lengths.length <= 5 && lengths.every((length) => length <= 1_000));
        },
      ),
    );
  });
});
