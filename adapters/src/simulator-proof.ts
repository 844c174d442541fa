import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * How a simulator shows that it is one: it answers a fresh random challenge with its HMAC-SHA-256 under a label that
 * is no secret. It does not keep anybody out; it keeps commands of simulated weather away from real devices and real
 * messaging systems, which do not know the label.
 */
const label = 'allclear hardware simulator, version 1';

/** Over HTTP: `GET /allclear-simulator?challenge=…`, without credentials. */
export const simulatorPath = '/allclear-simulator';

/** 32 hexadecimal digits, new each time. */
export function newChallenge(): string {
  return randomBytes(16).toString('hex');
}

/** What a simulator answers to a challenge: 64 hexadecimal digits. */
export function proofOf(challenge: string): string {
  return createHmac('sha256', label).update(challenge).digest('hex');
}

export function isProof(challenge: string, answer: string): boolean {
  const expected = Buffer.from(proofOf(challenge));
  const given = Buffer.from(answer.trim());
  return given.length === expected.length && timingSafeEqual(given, expected);
}
