/**
 * Verifies an exported audit chain. Written from docs/audit.md alone, and apart from `scripts/audit-verify.mjs`: that
 * the two agree shows that the page says enough.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';

type Json = Record<string, unknown>;

/** The number of the first line that is wrong; null for an export that is whole. */
export function firstWrongLine(file: Buffer): number | null {
  const lines = cutLines(file);
  const header = objectOf(lines[0]?.subarray(0, -1));
  if (!lines[0] || !endsWell(lines[0]) || !header || !isHeader(header)) return 1;
  const heads = header.heads as Json[];
  let hashBefore = '0'.repeat(64);
  for (let n = 1; n <= Number(header.entries); n += 1) {
    const line = lines[n];
    if (!line || !endsWell(line)) return n + 1;
    const entry = partsOf(line.subarray(0, -1));
    const fields = entry && objectOf(entry.body);
    if (!fields || !isEntry(fields, entry.hash, entry.values, entry.body)) return n + 1;
    if (fields.chain !== header.chain || fields.sequence !== n || fields.previous !== hashBefore)
      return n + 1;
    if (heads.some(({ sequence, hash }) => sequence === n && hash !== entry.hash)) return n + 1;
    hashBefore = entry.hash;
  }
  if (lines.length > Number(header.entries) + 1) return Number(header.entries) + 2;
  return hashBefore === header.hash ? null : lines.length;
}

/** With their line feeds. */
function cutLines(file: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < file.length; ) {
    const at = file.indexOf('\n', from);
    const to = at === -1 ? file.length : at + 1;
    lines.push(file.subarray(from, to));
    from = to;
  }
  return lines;
}

function endsWell(line: Buffer): boolean {
  return line.at(-1) === 10;
}

function isHeader(header: Json): boolean {
  const names = 'chain entries exportedAt format hash heads kind publicKey signature';
  if (namesOf(header) !== names || header.kind !== 'audit-export' || header.format !== 1) return false;
  if (!/^[0-9a-f]{64}$/.test(String(header.publicKey))) return false;
  const key = createPublicKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from(String(header.publicKey), 'hex').toString('base64url'),
    },
    format: 'jwk',
  });
  const isSigned = ({ signature, ...signed }: Json) =>
    /^[0-9a-f]{128}$/.test(String(signature)) &&
    verify(null, Buffer.from(canonical(signed)), key, Buffer.from(String(signature), 'hex'));
  const heads = header.heads as Json[];
  return isSigned(header) && heads.every((head) => head.chain === header.chain && isSigned(head));
}

/** The three parts of `{"entry":ENTRY,"hash":"HASH","values":VALUES}`. */
function partsOf(line: Buffer): { body: Buffer; hash: string; values: Json } | undefined {
  // One character for each byte.
  const match = /^\{"entry":(\{.*\}),"hash":"([0-9a-f]{64})","values":(\{.*\})\}$/s.exec(
    line.toString('latin1'),
  );
  const values = match?.[3] === undefined ? undefined : objectOf(Buffer.from(match[3], 'latin1'));
  return match?.[1] === undefined || match[2] === undefined || !values
    ? undefined
    : { body: Buffer.from(match[1], 'latin1'), hash: match[2], values };
}

function isEntry(fields: Json, hash: string, values: Json, body: Buffer): boolean {
  const names = 'action actor after at before chain format previous productAt reason recordId sequence';
  if (namesOf(fields) !== names || fields.format !== 1 || sha256(body) !== hash) return false;
  const digests = digestsIn([fields.actor, fields.before, fields.after]);
  if (namesOf(values) !== [...new Set(digests)].sort().join(' ')) return false;
  return Object.entries(values).every(([digest, kept]) => {
    if (kept === null) return true;
    const { salt, value, ...rest } = kept as Json;
    if (typeof salt !== 'string' || typeof value !== 'string' || namesOf(rest) !== '') return false;
    return sha256(Buffer.from(salt + value)) === digest;
  });
}

function digestsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(digestsIn);
  if (value === null || typeof value !== 'object') return [];
  const { personal } = value as Json;
  if (namesOf(value as Json) === 'personal' && /^[0-9a-f]{64}$/.test(String(personal)))
    return [String(personal)];
  return Object.values(value).flatMap(digestsIn);
}

/** The object of a canonical JSON; undefined for any other bytes. */
function objectOf(bytes: Buffer | undefined): Json | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = JSON.parse(text);
    return canonical(value) === text && text.startsWith('{') ? value : undefined;
  } catch {
    return undefined;
  }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}

function namesOf(value: Json): string {
  return Object.keys(value).sort().join(' ');
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
