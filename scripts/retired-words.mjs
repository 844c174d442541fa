// Words that the code no longer uses, each with the standard term in its place. `node scripts/retired-words.mjs`
// prints file:line of every identifier, file, table, column or metric that contains one.
import { fileURLToPath } from 'node:url';
import { filesBelow, isSource, rooms, textOf } from './source-files.mjs';
import { linesOf, tokensOfFile } from './source-text.mjs';

/**
 * `words` are whole words of a name (`sweepTicks` has the words sweep and ticks); `where` limits them to their
 * place in the name (`compound`: beside other words, or as the name of a type); `unless` are names, or words in front of or behind it, that make it another word.
 */
export const retired = [
  { words: ['house', 'houses'], instead: 'product clock, test server' },
  { words: ['door', 'doors'], instead: 'HTTP client' },
  { words: ['told'], instead: 'notified, recipients' },
  { words: ['tell', 'tells', 'telling'], instead: 'notify' },
  { words: ['hear', 'hears', 'heard', 'unhear'], instead: 'subscribe, received, last contact' },
  { words: ['picture', 'pictures'], instead: 'lightning index', rooms: ['domain', 'server', 'contract'] },
  { words: ['verdict', 'verdicts'], instead: 'lightning status' },
  { words: ['sweep', 'sweeps', 'swept'], instead: 'lightning batch' },
  { words: ['look', 'looks', 'looked'], instead: 'observation window', unless: ['look up', 'look at'] },
  { words: ['vouch', 'vouches', 'vouched'], instead: 'provides coverage' },
  { words: ['pair', 'pairs'], instead: 'policy watch', unless: ['key pair', 'key pairs'] },
  { words: ['struck'], instead: 'affected' },
  { words: ['errand', 'errands'], instead: 'task' },
  { words: ['trouble', 'troubles'], instead: 'failure' },
  { words: ['stray', 'strays'], instead: 'orphaned' },
  {
    words: ['known'],
    where: 'compound',
    instead: 'reading (finite), query state',
    unless: ['last known', 'well known'],
  },
  { words: ['kept secret'], instead: 'getOrCreateSecret' },
  { words: ['shift', 'shifts'], instead: 'worker lease' },
  {
    words: ['most'],
    where: 'first',
    instead: 'max…',
    unless: ['most recent', 'most restrictive', 'most severe'],
  },
  { words: ['usual'], where: 'first', instead: 'default…' },
  { words: ['patience', 'patient'], instead: 'timeout' },
  { words: ['pace', 'paces'], instead: 'throttle' },
  { words: ['facts'], where: 'compound', instead: '…Input, …Record' },
  { words: ['in turn'], instead: 'withOrganizationLock' },
  { words: ['truth'], instead: 'reference data' },
  { words: ['customer', 'customers'], instead: 'organization' },
  { words: ['organisation', 'organisations'], instead: 'organization' },
  // British spellings. `centres` is a stored name of the surface analysis, and `cancelled` a stored state of jobs.
  { words: ['centre', 'centred'], instead: 'center' },
  { words: ['colour', 'colours', 'coloured'], instead: 'color' },
  { words: ['grey', 'greys'], instead: 'gray' },
  { words: ['cancelled', 'cancelling'], instead: 'canceled, canceling' },
  { words: ['labelled', 'modelling', 'travelled'], instead: 'labeled, modeling, traveled' },
  { words: ['neighbour', 'neighbours'], instead: 'neighbor' },
  { words: ['behaviour', 'behaviours'], instead: 'behavior' },
  { words: ['licence', 'licences'], instead: 'license' },
  { words: ['authorise', 'authorised'], instead: 'authorize' },
  { words: ['normalise', 'normalised'], instead: 'normalize' },
  { words: ['recognise', 'recognised'], instead: 'recognize' },
  { words: ['emphasised', 'summarised', 'honoured'], instead: 'emphasized, summarized, honored' },
  // A site may be a website, which may embed a widget.
  { words: ['site', 'sites'], instead: 'group', unless: ['allowed sites'] },
];

/** A source without any of these has no retired word. */
const anyRetired = new RegExp(
  retired.flatMap(({ words }) => words.map((word) => word.replace(' ', '_?'))).join('|'),
  'i',
);

/** Names of others, which are spelled as they spell them. The names of the wire are read from `contract/`. */
export const exemptions = [
  { names: ['generateKeyPair', 'generateKeyPairSync', 'CryptoKeyPair'], reason: 'Node.js and Web Crypto' },
  { names: ['customer_id'], reason: 'a claim of the specification' },
  { names: ['sameSite'], reason: 'the attribute of cookies' },
  { names: ['chain'], after: '.', reason: 'fast-check' },
  { names: ['shift'], after: '.', reason: 'Array.prototype.shift' },
  { names: ['chain'], after: '.', reason: 'fast-check' },
  { names: ['sameSite'], reason: 'the attribute of cookies' },
  { names: ['SiteId', 'Sites'], reason: 'labels of errors on the wire' },
  { names: ['0001_house'], reason: 'migrations keep the name under which they ran' },
  {
    names: ['shift', 'shiftKey'],
    rooms: ['web', 'e2e', 'bench'],
    reason: 'keyboard events; CSS and Floating UI',
  },
  { names: ['customer'], rooms: ['e2e'], reason: 'the role Customer' },
  {
    names: ['siteID', 'SITE'],
    paths: /airnow|air-quality|iem-/,
    reason: 'the name of the field in the source',
  },
  {
    names: [
      'airnow-sites',
      'airnow-sites.test',
      'parseAirnowSites',
      'SitePositions',
      'SITES',
      'SITES_GOOD_FOR_MS',
      'SITES_MAX_BYTES',
      'siteName',
      'sites',
      'site',
    ],
    paths: /airnow/,
    reason: 'AirNow calls its monitors sites',
  },
  {
    names: ['simulatedSites', 'site_id', 'site_name'],
    paths: /emergency-messaging|informacast|database\/schema|attacks\/organizations/,
    reason: 'InformaCast calls its places sites',
  },
];

/** Words that the wire may carry into the code: contract names with other retired words are found like any. */
const wireWords = new Set(['customer', 'picture', 'site', 'sites', 'usual', 'vouches', 'heard', 'customers']);

/** `lightningPicture_OF` has the words lightning, picture and of. */
export function wordsOf(name) {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
}

/**
 * The entry of the list that a name breaks.
 * @param {string} name
 * @param {{ room?: string, path?: string, before?: string, wire?: ReadonlySet<string> }} [place] `before` is the mark in
 * front of the name, `wire` the names that the contract spells
 */
export function retiredIn(name, { room, before, wire, path = '' } = {}) {
  const found = brokenEntry(name, room);
  if (!found) return undefined;
  // Errors name a field of the wire by its label, `SiteId`.
  const isOfWire = wire?.has(name) || wire?.has(name.charAt(0).toLowerCase() + name.slice(1));
  if (isOfWire && wordsOf(name).some((word) => wireWords.has(word) && found.words.includes(word)))
    return undefined;
  const isExempt = exemptions.some(
    (one) =>
      one.names.includes(name) &&
      (one.rooms === undefined || one.rooms.includes(room)) &&
      (one.paths === undefined || one.paths.test(path)) &&
      (one.after === undefined || one.after === before),
  );
  return isExempt ? undefined : found;
}

/** The same names come again and again. */
const brokenEntries = new Map();

function brokenEntry(name, room) {
  const key = `${room} ${name}`;
  if (!brokenEntries.has(key)) {
    brokenEntries.set(
      key,
      retired.find((entry) => isBroken(entry, name, room)),
    );
  }
  return brokenEntries.get(key);
}

function isBroken({ words: retiredWords, where, unless = [], rooms: inRooms }, name, room) {
  const words = wordsOf(name);
  if (inRooms && room !== undefined && !inRooms.includes(room)) return false;
  const text = ` ${words.join(' ')} `;
  const without = unless.reduce((rest, phrase) => rest.replaceAll(` ${phrase} `, ' | '), text);
  if (where === 'compound' && words.length === 1 && /^\p{Ll}/u.test(name)) return false;
  if (where === 'first')
    return words.length > 1 && retiredWords.some((word) => without.startsWith(` ${word} `));
  return retiredWords.some((word) => without.includes(` ${word} `));
}

/**
 * The retired words of one file: in its path, its identifiers, its metrics' names and its SQL.
 * @param {string} path from the root, with forward slashes
 * @param {string} source
 * @param {ReadonlySet<string>} [wire] the names that the contract spells
 * @returns {{ path: string, line: number, rule: string }[]}
 */
export function retiredWordsIn(path, source, wire = new Set()) {
  const room = path.split('/')[0];
  const breaches = [];
  const report = (line, name, { words, instead }) =>
    breaches.push({ path, line, rule: `${name}: '${words[0]}' is retired (${instead})` });
  const check = (name, line, before) => {
    const found = retiredIn(name, { room, before, wire, path });
    if (found) report(line, name, found);
  };
  const isOlder = Number(/(\d{4})_[^/]*\.sql$/.exec(path)?.[1] ?? Infinity) <= lastExemptMigration;
  if (isOlder) return breaches;
  for (const part of path.split('/').slice(1)) check(part.replace(/\.\w+$/, ''), 0);
  if (path.endsWith('.sql')) {
    for (const { name, line } of sqlNamesIn(source)) check(name, line);
    return breaches;
  }
  if (!isSource(path)) return breaches;
  if (!anyRetired.test(source)) return breaches;
  const lineOf = linesOf(source);
  const tokens = tokensOfFile(path, source);
  for (const [index, { kind, text, at }] of tokens.entries()) {
    if (kind === 'name') check(text, lineOf(at), tokens[index - 1]?.text);
    if (kind === 'string' && room === 'server' && /^'allclear_\w+'$/.test(text))
      check(text.slice(1, -1), lineOf(at));
    if (kind === 'template' && isSqlTag(tokens, index))
      for (const { name, line } of sqlNamesIn(text)) check(name, lineOf(at) + line - 1);
  }
  return breaches;
}

/** Migrations to this one name tables as they were, and the last of them renames them. */
const lastExemptMigration = 14;

/** True of the first literal part behind a tag `sql`, with or without its type. */
function isSqlTag(tokens, index) {
  if (!tokens[index].text.startsWith('`')) return false;
  let before = index - 1;
  if (tokens[before]?.text === '>') {
    let depth = 0;
    for (; before >= 0; before -= 1) {
      if (tokens[before].text === '>') depth += 1;
      if (tokens[before].text === '<') depth -= 1;
      if (depth === 0) break;
    }
    before -= 1;
  }
  return tokens[before]?.kind === 'name' && tokens[before].text === 'sql';
}

function sqlNamesIn(text) {
  const blank = (match) => match.replace(/[^\n]/g, ' ');
  const code = text.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, blank);
  const lineOf = linesOf(text);
  return [...code.matchAll(/[a-z_]\w*/gi)].map((match) => ({ name: match[0], line: lineOf(match.index) }));
}

/** Every name that the contract's sources spell: fields, parameters and routes of the wire. */
export function wireNames(sources) {
  const names = new Set();
  for (const { path, source } of sources) {
    for (const { kind, text } of tokensOfFile(path, source)) {
      if (kind === 'name') names.add(text);
      // Parameters in paths, and values that name a field.
      if (kind === 'string') for (const match of text.matchAll(/[a-z]\w*/gi)) names.add(match[0]);
    }
  }
  return names;
}

/** @returns every retired word in the checkout, and how many files were read */
export function checkRetiredWords() {
  const contract = filesBelow(['contract/src']).filter((path) => isSource(path) && !/\.test\./.test(path));
  const wire = wireNames(contract.map((path) => ({ path, source: textOf(path) })));
  const files = filesBelow([...rooms, 'scripts', 'docs']);
  const breaches = files.flatMap((path) =>
    retiredWordsIn(path, isSource(path) || path.endsWith('.sql') ? textOf(path) : '', wire),
  );
  return { breaches, files: files.length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { breaches, files } = checkRetiredWords();
  for (const { path, line, rule } of breaches) console.log(`${path}:${line} ${rule}`);
  console.log(
    breaches.length === 0 ? `${files} files use the standard words` : `${breaches.length} retired words`,
  );
  process.exitCode = breaches.length === 0 && files > 0 ? 0 : 1;
}
