import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** An authenticator with one passkey (ES256), as a browser passes on its answers. */
export interface PasskeyStandIn {
  readonly id: string;
  register(options: object): Record<string, unknown> & { id: string };
  authenticate(
    options: object,
    userId: string,
    more?: { origin?: string; isVerified?: boolean },
  ): Record<string, unknown> & { id: string };
}

interface Options {
  readonly challenge?: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const encoded = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** Makes a passkey for the product at `url`. */
export function makePasskey(url: string): PasskeyStandIn {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(32);
  const id = encoded(credential);
  const { origin: own } = new URL(url);
  let counter = 0;
  const clientData = (type: string, { challenge }: Options, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  /** Flags: the user was present (1) and verified (4), and with a key it has credential data (64). */
  const authenticatorData = (rpId: string, flags: number) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };
  return {
    id,
    register(given) {
      const options = given as Options;
      const rpId = options.rp?.id ?? '';
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: kty EC2, alg ES256, crv P-256, x, y (RFC 9053).
      const coordinate = (label: number, value: string) =>
        Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
        coordinate(0x21, x),
        coordinate(0x22, y),
      ]);
      const data = Buffer.concat([
        authenticatorData(rpId, 0x45),
        Buffer.alloc(16),
        Buffer.from([0, credential.length]),
        credential,
        key,
      ]);
      const length = Buffer.from([0x58, data.length]);
      // CBOR: { fmt: 'none', attStmt: {}, authData }.
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        length,
        data,
      ]);
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: encoded(clientData('webauthn.create', options, own)),
          attestationObject: encoded(attestation),
          transports: ['internal'],
        },
      };
    },
    authenticate(given, userId, { origin = own, isVerified = true } = {}) {
      const options = given as Options;
      const data = authenticatorData(options.rpId ?? '', isVerified ? 0x05 : 0x01);
      const client = clientData('webauthn.get', options, origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: encoded(client),
          authenticatorData: encoded(data),
          signature: encoded(signature),
          userHandle: encoded(userId),
        },
      };
    },
  };
}
