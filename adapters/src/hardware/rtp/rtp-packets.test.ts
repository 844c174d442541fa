import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomBeginning, readRtpPacket, rtpPackets } from './rtp-packets.ts';

const beginning = { sequence: 0xfffe, timestamp: 0xffff_ff00, source: 0xdead_beef };

test('the header, byte by byte (RFC 3550, 5.1)', () => {
  const [first, second, third] = [...rtpPackets(new Uint8Array(160).fill(7), beginning)].map((packet) =>
    Buffer.from(packet).subarray(0, 12).toString('hex'),
  );
  expect(first).toBe('8080fffeffffff00deadbeef');
  // The sequence and the timestamp begin anew at 0.
  expect(second).toBe('8000ffffffffffa0deadbeef');
  expect(third).toBe('8000000000000040deadbeef');
});
test('200 ms of silence come first, and the last packet is filled up with silence', () => {
  const packets = [...rtpPackets(new Uint8Array(200).fill(7), beginning)];
  expect(packets.map((packet) => packet.byteLength)).toEqual(Array(12).fill(172));
  const sound = Buffer.concat(packets.map((packet) => packet.subarray(12)));
  const expected = Buffer.concat([Buffer.alloc(1_600, 255), Buffer.alloc(200, 7), Buffer.alloc(120, 255)]);
  expect(sound.equals(expected)).toBe(true);
});
test('streams do not begin alike', () => {
  const beginnings = Array.from({ length: 50 }, randomBeginning);
  expect(new Set(beginnings.map(({ source }) => source)).size).toBe(50);
});
test('what is written is read', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 2_000 }),
      fc.nat(0xffff),
      fc.nat(0xffff_ffff),
      fc.nat(0xffff_ffff),
      (ulaw, sequence, timestamp, source) => {
        const packets = [...rtpPackets(ulaw, { sequence, timestamp, source })].map(
          (one) => readRtpPacket(one)!,
        );
        expect(packets.map(({ marker }) => marker).indexOf(true, 1)).toBe(-1);
        for (const [index, packet] of packets.entries())
          expect(packet).toMatchObject({
            payloadType: 0,
            sequence: (sequence + index) % 2 ** 16,
            timestamp: (timestamp + index * 160) % 2 ** 32,
            source,
          });
        const sound = Buffer.concat(packets.map(({ payload }) => payload)).subarray(1_600);
        expect(sound.subarray(0, ulaw.byteLength).equals(Buffer.from(ulaw))).toBe(true);
      },
    ),
  );
});
test('other bytes are no packet', () => {
  for (const hex of [
    '',
    '80',
    '8000000000000000000000',
    '0000fffeffffff00deadbeef',
    '9000fffeffffff00deadbeef',
  ])
    expect(readRtpPacket(Buffer.from(hex, 'hex'))).toBeNull();
});
