import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { auditFormat, canonicalJson } from '@allclear/domain';

/** The newest entry of a chain at an instant, signed: the chain cannot be cut or written anew below it unnoticed. */
export interface SignedHead {
  readonly chain: string;
  /** The number of the entry. */
  readonly sequence: number;
  /** The hash of the entry. */
  readonly hash: string;
  /** ISO 8601 in UTC with milliseconds, of the wall clock. */
  readonly signedAt: string;
  /** Ed25519, lower-case hex. */
  readonly signature: string;
}

/** The key of the installation, by which it signs. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The 32 bytes of the public key as lower-case hex. */
  readonly publicHex: string;
}

/** A signing key from the PEM (PKCS #8) of its private half. */
export function signingKeyOf(pem: string): SigningKey {
  const publicKey = createPublicKey(pem);
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    privateKey: createPrivateKey(pem),
    publicKey,
    publicHex: Buffer.from(x, 'base64url').toString('hex'),
  };
}

/** What is signed of a head, as docs/audit.md has it; `kind` keeps it apart from everything else that is signed. */
function headFields({ chain, sequence, hash, signedAt }: Omit<SignedHead, 'signature'>) {
  return { kind: 'audit-head', format: auditFormat, chain, sequence, hash, signedAt };
}

export function signHead(key: SigningKey, head: Omit<SignedHead, 'signature'>): SignedHead {
  return { ...head, signature: signFields(key, headFields(head)) };
}

export function isHeadSigned(key: Pick<SigningKey, 'publicKey'>, head: SignedHead): boolean {
  const bytes = Buffer.from(canonicalJson(headFields(head)));
  return verify(null, bytes, key.publicKey, Buffer.from(head.signature, 'hex'));
}

/** A signed head as a line of `audit-heads.jsonl`, without its line feed. */
export function headLine(head: SignedHead): string {
  return canonicalJson(signedFields(head));
}

/** A signed head with everything that its signature covers. */
export function signedFields(head: SignedHead) {
  return { ...headFields(head), signature: head.signature };
}

/** The Ed25519 signature of the canonical JSON of some fields, as lower-case hex. */
export function signFields(key: SigningKey, fields: object): string {
  return sign(null, Buffer.from(canonicalJson(fields)), key.privateKey).toString('hex');
}
