import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts what the database must not reveal, and makes digests that cannot be guessed without the key. Each
 * text is bound to a purpose, such as the table and the owner of a row: it opens for that purpose only.
 */
export interface SecretBox {
  /** Names the key that seals now; derived from it and no secret. */
  readonly keyId: string;
  seal(text: string, purpose: string): string;
  /** Throws `CannotOpen` for another purpose, a changed text, or an unknown key. */
  open(sealed: string, purpose: string): string;
  /** Keyed digests (32 bytes): of the key that seals now, then of the older ones. */
  digests(text: string, purpose: string): readonly [Buffer, ...Buffer[]];
}

/** A sealed text that this installation's keys cannot open. */
export class CannotOpen extends Error {}

/** Length of a key, bytes. */
export const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a random 96-bit IV. A sealed text names its key (`v1.KEYID.…`), so that keys can be replaced:
 * `older` ones open what they sealed and seal nothing.
 */
export function createSecretBox(current: Buffer, older: readonly Buffer[] = []): SecretBox {
  const first = keyPartsOf(current);
  const parts = [first, ...older.map(keyPartsOf)];
  const digestOf = ({ digestKey }: KeyParts, text: string, purpose: string) =>
    createHmac('sha256', digestKey)
      .update(JSON.stringify([purpose, text]))
      .digest();
  return {
    keyId: first.id,
    seal(text, purpose) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', first.sealKey, iv).setAAD(Buffer.from(purpose));
      const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1.${first.id}.${bytes.toString('base64url')}`;
    },
    open(sealed, purpose) {
      const [version, id, content = ''] = sealed.split('.');
      const key = parts.find((one) => one.id === id);
      if (version !== 'v1' || !key)
        throw new CannotOpen(`It was sealed with the key ${String(id).slice(0, 12)}, which is not set here.`);
      const bytes = Buffer.from(content, 'base64url');
      if (bytes.length < ivBytes + tagBytes) throw new CannotOpen('The sealed text is too short.');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key.sealKey, bytes.subarray(0, ivBytes))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([
          decipher.update(bytes.subarray(ivBytes, -tagBytes)),
          decipher.final(),
        ]).toString('utf8');
      } catch {
        throw new CannotOpen('The sealed text was changed or is for another purpose.');
      }
    },
    digests: (text, purpose) => [
      digestOf(first, text, purpose),
      ...parts.slice(1).map((key) => digestOf(key, text, purpose)),
    ],
  };
}

interface KeyParts {
  readonly id: string;
  readonly sealKey: Buffer;
  readonly digestKey: Buffer;
}

function keyPartsOf(key: Buffer): KeyParts {
  if (key.length !== keyBytes) throw new RangeError(`A secret key has ${keyBytes} bytes.`);
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', key, '', `allclear ${info}`, keyBytes));
  return {
    id: hash('sha256', derive('key id'), 'hex').slice(0, 12),
    sealKey: derive('seal'),
    digestKey: derive('digest'),
  };
}
