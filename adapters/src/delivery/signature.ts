import { createHmac, timingSafeEqual } from 'node:crypto';

export const TIMESTAMP_HEADER = 'X-Allclear-Timestamp';
export const SIGNATURE_HEADER = 'X-Allclear-Signature';

/**
 * The signature headers of `body`, with one signature for each secret. `at` is epoch ms of the wall clock; the header
 * has whole seconds.
 */
export function signatureHeaders(
  secrets: string | readonly string[],
  body: string,
  at: number,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = [secrets].flat().map((secret) => `sha256=${hmacHex(secret, timestamp, body)}`);
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signatures.join(' ') };
}

/**
 * The headers of Standard Webhooks (standardwebhooks.com): the HMAC-SHA-256 of `id.timestamp.body`, one for each
 * secret. The key is what a secret has after `whsec_`, as base64.
 */
export function standardHeaders(secrets: readonly string[], id: string, body: string, at: number) {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * For receivers: whether `body` (the raw bytes, before parsing) was signed with `secret` at most
 * `toleranceMs` (5 minutes unless set) before or after `now`, epoch ms. `timestamp` and `signature` are the
 * values of the two headers. The comparison takes the same time for every wrong signature.
 */
export function verifyWebhook(received: {
  readonly secret: string;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  readonly body: string;
  readonly now: number;
  readonly toleranceMs?: number;
}): boolean {
  const { timestamp = '', signature = '', toleranceMs = 300_000 } = received;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(received.now - Number(timestamp) * 1000) > toleranceMs)
    return false;
  const expected = `sha256=${hmacHex(received.secret, timestamp, received.body)}`;
  // During a change of secret there are two.
  return signature.split(' ').some((one) => isSameText(one, expected));
}

/** Constant-time comparison. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function hmacHex(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}
