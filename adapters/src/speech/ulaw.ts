/** A µ-law byte of silence (+0). */
export const ULAW_SILENCE = 0xff;
/** The loudest sample that µ-law can carry, of 16-bit samples: 8,031 of 14 bits. */
export const ULAW_MAX = 32_124;

/** Added before the segment is found, on the scale of 16-bit samples: 33 of 14 bits. */
const BIAS = 132;
const CLIP = 32_635;

/**
 * The µ-law byte of a 16-bit sample (ITU-T G.711, table 2; all bits inverted as for sending). Larger samples are
 * clipped, fractions are rounded.
 */
export function encodeUlaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const biased = Math.min(Math.round(Math.abs(sample)), CLIP) + BIAS;
  // Segment 0 begins at 128, each further one at twice the one before it.
  const segment = 31 - Math.clz32(biased) - 7;
  const step = (biased >> (segment + 3)) & 0x0f;
  return ~(sign | (segment << 4) | step) & 0xff;
}

/** The 16-bit sample of a µ-law byte: the middle of its quantization interval, −32,124 to 32,124. */
export function decodeUlaw(byte: number): number {
  const bits = ~byte & 0xff;
  const segment = (bits >> 4) & 7;
  const magnitude = ((((bits & 0x0f) << 3) + BIAS) << segment) - BIAS;
  return bits & 0x80 ? -magnitude || 0 : magnitude;
}
