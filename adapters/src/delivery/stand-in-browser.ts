import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushTarget } from './push-web.ts';

/** For tests: the keys that a browser subscribes with, and what it reads with them. */
export interface StandInBrowser {
  readonly keys: PushTarget['keys'];
  /** The payload of a push as its push service received it. Throws when it was not encrypted for these keys. */
  read(body: Buffer): string;
}

export function createStandInBrowser(): StandInBrowser {
  const receiver = createECDH('prime256v1');
  const p256dh = receiver.generateKeys().toString('base64url');
  const auth = randomBytes(16);
  return {
    keys: { p256dh, auth: auth.toString('base64url') },
    read: (body) => decrypt(body, receiver, auth),
  };
}

/** RFC 8291 section 3.4 and RFC 8188, step by step, for one record. */
function decrypt(body: Buffer, receiver: ECDH, secret: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender]);
  const material = Buffer.from(hkdfSync('sha256', receiver.computeSecret(sender), secret, info, 32));
  const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
