// Over 300 lines: one file, so that it can be copied to a computer that has Node 20 and nothing else.
//
// Verifies audit chains, of an exported file or of a database:
//   node scripts/audit-verify.mjs EXPORT.jsonl [--heads audit-heads.jsonl] [--key public.pem]
//   npm run audit:verify -- [--data ./data] [--chain ID] [--heads audit-heads.jsonl] [--key public.pem]
// Exits 0: whole, 1: faulty, 2: cannot be read. docs/audit.md describes the format.
import { isUtf8 } from 'node:buffer';
import * as crypto from 'node:crypto';
import { createReadStream, readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const usage = `Usage:
  node scripts/audit-verify.mjs EXPORT.jsonl [--heads audit-heads.jsonl] [--key public.pem]
  npm run audit:verify -- [--data ./data] [--chain ID] [--heads audit-heads.jsonl] [--key public.pem]`;

const options = {
  ...{ heads: { type: 'string' }, key: { type: 'string' }, data: { type: 'string' } },
  ...{ chain: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
};

const format = 1;
const hex64 = /^[0-9a-f]{64}$/;
const hex128 = /^[0-9a-f]{128}$/;
const digestPattern = /\{"personal":"([0-9a-f]{64})"\}/g;
const [entryStart, hashStart, valuesStart] = ['{"entry":', ',"hash":"', ',"values":'].map((text) =>
  Buffer.from(text),
);
const hashLength = 64;
const noPreviousHash = '0'.repeat(hashLength);

/** SHA-256 as lower-case hex. */
const sha256 = crypto.hash
  ? (bytes) => crypto.hash('sha256', bytes)
  : (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');

/**
 * @typedef {{ chain: string, format: 1, hash: string, kind: 'audit-head', sequence: number, signature: string,
 *   signedAt: string }} Head
 * @typedef {{ line?: number, sequence: number, what: string }} Fault the first entry that is wrong: the number that
 *   belongs in its place (0: the first line of the file), and the line of the file
 * @typedef {{ chain: string | null, entries: number, firstAt: string | null, lastAt: string | null, heads: number,
 *   notes: string[], fault: Fault | null }} Report
 */

/** Why nothing was verified: a sentence. */
class CannotRead extends Error {}

/** @returns {Promise<0 | 1 | 2>} the exit code */
export async function main(args, say = console.log, complain = console.error) {
  try {
    const { values, positionals } = readArguments(args);
    if (values.help) {
      say(usage);
      return 0;
    }
    const reports =
      positionals.length === 0
        ? databaseReports(values)
        : [await fileReport(fromHere(positionals[0]), values)];
    let isWhole = true;
    let count = 0;
    for await (const report of reports) {
      for (const line of linesOfReport(report)) say(line);
      isWhole &&= report.fault === null;
      count += 1;
    }
    if (count === 0) say('No chain has an entry.');
    return isWhole ? 0 : 1;
  } catch (error) {
    complain(error instanceof CannotRead ? error.message : `The audit cannot be read: ${error.message}`);
    return 2;
  }
}

function readArguments(args) {
  let read;
  try {
    read = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CannotRead(`${error.message}\n${usage}`);
  }
  const { values, positionals } = read;
  if (positionals.length > 1) throw new CannotRead(`One export at a time.\n${usage}`);
  if (positionals.length === 1 && (values.data ?? values.chain) !== undefined)
    throw new CannotRead(`--data and --chain are for a database, not for an export.\n${usage}`);
  return read;
}

async function fileReport(file, { heads, key }) {
  const trusted = key === undefined ? null : readKey(fromHere(key));
  const given = heads === undefined ? [] : readHeads(readText(fromHere(heads)));
  const stream = createReadStream(file, { highWaterMark: 1 << 20 });
  // A file that is not there is no faulty export.
  await new Promise((opened, refused) => {
    stream.once('open', opened);
    stream.once('error', (error) => refused(new CannotRead(`${file} cannot be read: ${error.message}`)));
  });
  return verifyExport(stream, { trusted, heads: given });
}

async function* databaseReports({ data, chain, heads, key }) {
  const trusted = key === undefined ? null : readKey(fromHere(key));
  const given = heads === undefined ? [] : readHeads(readText(fromHere(heads)));
  const { verifyDatabase } = await import('../server/src/audit-verify.ts');
  yield* verifyDatabase({ data, chain, heads: given, trusted });
}

function readKey(file) {
  const pem = readText(file);
  try {
    const key = crypto.createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below.
  }
  throw new CannotRead(`${file} has no Ed25519 public key.`);
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CannotRead(`${file} cannot be read: ${error.message}`);
  }
}

/** npm runs scripts in the package's folder; relative paths mean the folder the person is in. */
function fromHere(file) {
  return resolve(process.env.INIT_CWD ?? '.', file);
}

/** @param {Report} report */
function linesOfReport({ chain, entries, firstAt, lastAt, heads, notes, fault }) {
  const span = entries === 0 ? '' : `, ${firstAt} to ${lastAt}`;
  const verified = `chain ${chain ?? '?'}: ${entries} entries verified${span}; ${heads} signed heads fit`;
  const more = notes.map((note) => `        ${note}`);
  if (fault === null) return [`WHOLE   ${verified}`, ...more];
  const place = fault.line === undefined ? '' : ` (line ${fault.line})`;
  const of = fault.sequence === 0 ? 'first line' : `entry ${fault.sequence}${place}`;
  return [`FAULTY  ${verified}`, `        ${of}: ${fault.what}`, ...more];
}

/**
 * The lines of a file of signed heads. A line that is no head is given as null.
 * @returns {(Head | null)[]}
 */
export function readHeads(text) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const head = strictJson(line);
      return isHead(head) ? head : null;
    });
}

/**
 * Verifies an export, line by line: its length does not matter.
 * @param {AsyncIterable<Buffer>} chunks the bytes of the file
 * @param {{ trusted?: crypto.KeyObject | null, heads?: (Head | null)[] }} [given] the public key of the installation
 *   where it is known, and heads that were kept elsewhere
 * @returns {Promise<Report>}
 */
export async function verifyExport(chunks, { trusted = null, heads = [] } = {}) {
  const check = new ExportCheck(trusted, heads);
  const rest = [];
  for await (const chunk of chunks) {
    readLines(chunk, rest, check);
    if (check.isOver()) return check.end();
  }
  if (rest.length > 0) check.read(Buffer.concat(rest), false);
  return check.end();
}

/** Lines end at a line feed and at nothing else. `rest` has the begin of a line that a chunk does not end. */
function readLines(chunk, rest, check) {
  let from = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
    const part = chunk.subarray(from, at);
    check.read(rest.length === 0 ? part : Buffer.concat([...rest, part]), true);
    if (check.isOver()) return;
    rest.length = 0;
    from = at + 1;
  }
  if (from < chunk.length) rest.push(chunk.subarray(from));
}

/** Takes the lines of an export in their order and keeps nothing of them but the hash before. */
class ExportCheck {
  /** @type {Report} */
  #report = { chain: null, entries: 0, firstAt: null, lastAt: null, heads: 0, notes: [], fault: null };
  #trusted;
  #given;
  #header;
  #previous = noPreviousHash;
  #lines = 0;
  /** Signed hashes by the number of their entry. */
  #signed = new Map();
  /** A fault whose kind the lines after it decide. */
  #open = null;

  constructor(trusted, given) {
    this.#trusted = trusted;
    this.#given = given;
  }

  isOver() {
    return this.#report.fault !== null && this.#open === null;
  }

  read(line, isWhole) {
    this.#lines += 1;
    if (this.#open) this.#readLater(line);
    else if (this.#lines === 1) this.#readFirst(line, isWhole);
    else this.#readNext(line, isWhole);
  }

  end() {
    this.#settle();
    const { entries, fault } = this.#report;
    if (fault !== null) return this.#report;
    if (this.#lines === 0) this.#fault('The file is empty.', 0);
    else {
      const last = [...this.#signed.keys()].reduce((a, b) => Math.max(a, b), this.#header.entries);
      const next = entries + 1;
      this.#lines += 1;
      if (entries < last)
        this.#fault(`Entry ${next} and those after it were removed: the chain had ${last} entries.`, next);
    }
    return this.#report;
  }

  #fault(what, sequence) {
    this.#report.fault = { line: Math.max(1, this.#lines), sequence, what };
  }

  #readFirst(line, isWhole) {
    const { what, header, key } = isWhole ? readHeader(line, this.#trusted) : { what: 'The line is cut.' };
    if (what !== undefined) return this.#fault(what, 0);
    this.#header = header;
    this.#report.chain = header.chain;
    this.#report.notes.push(
      `exported ${header.exportedAt}, ${this.#trusted ? 'signed with the given key' : `key ${header.publicKey}`}`,
    );
    if (this.#given.includes(null)) return this.#fault('A line of the given heads is no signed head.', 0);
    const own = this.#given.filter(({ chain }) => chain === header.chain);
    const forged = own.find((head) => !isSigned(head, key));
    if (forged) return this.#fault(`The given head of entry ${forged.sequence} has a wrong signature.`, 0);
    // The chain has grown since: these are for a newer export.
    const later = own.filter(
      ({ sequence, signedAt }) => sequence > header.entries && signedAt > header.exportedAt,
    );
    const left = [later.length && `given heads that are newer than the export: ${later.length}`];
    left.push(
      own.length < this.#given.length && `given heads of other chains: ${this.#given.length - own.length}`,
    );
    this.#report.notes.push(...left.filter(Boolean));
    for (const head of [...header.heads, ...own.filter((one) => !later.includes(one))])
      this.#signed.set(head.sequence, [...(this.#signed.get(head.sequence) ?? []), head.hash]);
  }

  #readNext(line, isWhole) {
    const expected = this.#report.entries + 1;
    const fault = (what) => this.#fault(what, expected);
    if (!isWhole) return fault(`Entry ${expected} is cut in the middle of its line.`);
    if (expected > this.#header.entries)
      return fault(`A line was inserted behind the last entry: the export has ${this.#header.entries}.`);
    const { what, entry, hash } = readEntry(line);
    if (what !== undefined) return fault(`Entry ${expected} was changed: ${what}`);
    const { sequence, chain, previous } = entry;
    if (chain !== this.#header.chain)
      return fault(`An entry of the chain ${chain} was inserted in the place of entry ${expected}.`);
    if (sequence < expected)
      return fault(`Entry ${sequence} was inserted once more, in the place of entry ${expected}.`);
    if (sequence > expected) {
      this.#open = { kind: 'missing', expected, other: sequence, seen: new Set() };
      return fault('');
    }
    if (previous !== this.#previous) {
      this.#open = { kind: 'broken', expected, hash };
      return fault('');
    }
    const signed = this.#signed.get(expected) ?? [];
    if (signed.some((one) => one !== hash))
      return fault(`Entry ${expected} or one before it was changed: its signed head has another hash.`);
    if (expected === this.#header.entries && hash !== this.#header.hash)
      return fault(`Entry ${expected} was changed: the signed first line has another hash for it.`);
    this.#previous = hash;
    this.#report.heads += signed.length;
    this.#report.entries = expected;
    this.#report.firstAt ??= entry.at;
    this.#report.lastAt = entry.at;
  }

  #readLater(line) {
    const { kind, expected, seen } = this.#open;
    const { entry } = readEntry(line);
    if (kind === 'missing') seen.add(entry?.sequence);
    else this.#settleBroken(entry?.sequence === expected + 1 ? entry.previous : undefined);
  }

  #settle() {
    if (this.#open === null) return;
    const { kind, expected, other, seen } = this.#open;
    const { fault } = this.#report;
    if (kind === 'broken') {
      const { entries, hash: last } = this.#header;
      this.#settleBroken(expected === entries ? last : undefined);
    } else if (!seen.has(expected))
      fault.what = `Entry ${expected} was removed: entry ${other} stands in its place.`;
    else if (seen.has(other))
      fault.what = `Entry ${other} was inserted once more, in the place of entry ${expected}.`;
    else fault.what = `Entry ${other} was moved to the place of entry ${expected}.`;
  }

  /** What follows an entry says whether that, or the one before it, is as it was. */
  #settleBroken(hashOfNext) {
    const { expected, hash } = this.#open;
    const { fault } = this.#report;
    this.#open = null;
    const isAsItWas = hashOfNext === hash && expected > 1;
    if (isAsItWas) {
      fault.line -= 1;
      fault.sequence -= 1;
    }
    fault.what = isAsItWas
      ? `Entry ${expected - 1} was changed, and its hash with it: entry ${expected} does not follow it.`
      : `Entry ${expected} was changed, and its hash with it: it does not follow entry ${expected - 1}.`;
  }
}

/** The first line: signed, so that nothing in it can be changed. */
function readHeader(line, trusted) {
  const header = strictJson(line);
  const isHeader =
    header?.kind === 'audit-export' &&
    header.format === format &&
    typeof header.chain === 'string' &&
    Number.isSafeInteger(header.entries) &&
    hex64.test(header.hash) &&
    hex64.test(header.publicKey) &&
    Array.isArray(header.heads) &&
    header.heads.every((head) => isHead(head) && head.chain === header.chain);
  if (!isHeader) return { what: 'The line is no header of an audit export, or was changed.' };
  const x = Buffer.from(header.publicKey, 'hex').toString('base64url');
  const key = crypto.createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  if (trusted && !trusted.equals(key))
    return { what: 'The export was signed with another key than the given one.' };
  if (!isSigned(header, key)) return { what: 'The line was changed: its signature is wrong.' };
  const forged = header.heads.find((head) => !isSigned(head, key));
  if (forged) return { what: `The head of entry ${forged.sequence} has a wrong signature.` };
  return { header, key };
}

/**
 * A line of an entry: `{"entry":…,"hash":"…","values":{…}}`, by its bytes. `what` says what is wrong with the line
 * itself.
 */
function readEntry(line) {
  // No text has it: quotes in texts are escaped.
  const valuesAt = line.lastIndexOf(valuesStart);
  const bodyEnd = valuesAt - 1 - hashLength - hashStart.length;
  const hash = line.toString('latin1', bodyEnd + hashStart.length, valuesAt - 1);
  const fits =
    bodyEnd > entryStart.length &&
    entryStart.compare(line, 0, entryStart.length) === 0 &&
    hashStart.compare(line, bodyEnd, bodyEnd + hashStart.length) === 0 &&
    line[valuesAt - 1] === 0x22 &&
    line.at(-1) === 0x7d;
  if (!fits) return { what: 'the line is none of an entry.' };
  // Hashed as it stands in the file.
  if (sha256(line.subarray(entryStart.length, bodyEnd)) !== hash) return { what: 'its hash is another one.' };
  const body = line.toString('utf8', entryStart.length, bodyEnd);
  const entry = parsed(body);
  if (entry?.format !== format || !Number.isSafeInteger(entry.sequence))
    return { what: 'it is no entry of this format.' };
  const what = wrongValues(body, line.subarray(valuesAt + valuesStart.length, -1));
  return what === null ? { entry, hash } : { what };
}

/** What is wrong with the personal values beside an entry; null for nothing. */
function wrongValues(body, bytes) {
  const isEmpty = bytes.length === 2 && bytes[0] === 0x7b && bytes[1] === 0x7d;
  if (isEmpty && !body.includes('{"personal":"')) return null;
  const digests = [...new Set([...body.matchAll(digestPattern)].map(([, digest]) => digest))].sort();
  const text = bytes.toString('utf8');
  const values = parsed(text);
  const other = 'the line has other personal values than the entry.';
  if (!isObject(values) || Object.keys(values).join() !== digests.join()) return other;
  for (const [digest, kept] of Object.entries(values)) {
    if (kept === null) continue;
    const { salt, value } = kept;
    if (typeof salt !== 'string' || typeof value !== 'string' || Object.keys(kept).join() !== 'salt,value')
      return other;
    if (sha256(salt + value) !== digest) return `the personal value with the digest ${digest} was changed.`;
  }
  // Names in their order and texts only: this is their canonical form.
  return JSON.stringify(values) === text && isUtf8(bytes) ? null : other;
}

function isHead(head) {
  return (
    isObject(head) &&
    Object.keys(head).join() === 'chain,format,hash,kind,sequence,signature,signedAt' &&
    head.kind === 'audit-head' &&
    head.format === format &&
    Number.isSafeInteger(head.sequence) &&
    hex64.test(head.hash)
  );
}

/** The signature covers the canonical JSON of everything but itself. */
function isSigned({ signature, ...fields }, key) {
  if (typeof signature !== 'string' || !hex128.test(signature)) return false;
  return crypto.verify(null, Buffer.from(canonicalJson(fields)), key, Buffer.from(signature, 'hex'));
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The value of a JSON text that is canonical; undefined for any other text. */
function strictJson(given) {
  try {
    const text = typeof given === 'string' ? given : utf8.decode(given);
    const value = JSON.parse(text);
    return canonicalJson(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** RFC 8785 */
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`;
}

function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = await main(process.argv.slice(2));
