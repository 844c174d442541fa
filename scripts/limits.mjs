// Limits of the whole repository outside tests: long functions, non-null assertions and double casts.
// `node scripts/limits.mjs` prints the counts, and every place of what is over its limit.
import { fileURLToPath } from 'node:url';
import { root, run, tool } from './run.mjs';
import { filesBelow, isSource, isTest, rooms, textOf } from './source-files.mjs';
import { linesOf, tokensOfFile } from './source-text.mjs';

/** Lines of a function, from its first to its last. */
export const maxFunctionLines = 80;

/** How many of each there may be. */
export const limits = { longFunctions: 10, nonNullAssertions: 100, doubleCasts: 5 };

const names = {
  longFunctions: `functions over ${maxFunctionLines} lines`,
  nonNullAssertions: 'non-null assertions',
  doubleCasts: 'casts `as unknown as`',
};

/**
 * What Biome found, as places.
 * @param {any} report the report of Biome's rules noExcessiveLinesPerFunction and noNonNullAssertion in JSON
 */
export function placesOf(report) {
  const places = { longFunctions: [], nonNullAssertions: [] };
  for (const { category, location } of report.diagnostics) {
    const { path, start, end } = location;
    if (isTest(path)) continue;
    const place = `${path}:${start.line}`;
    if (category === 'lint/style/noNonNullAssertion') places.nonNullAssertions.push(place);
    // Biome counts statements and leaves blank lines and comments out; a reader scrolls over all of them.
    const lines = end.line - start.line + 1;
    if (category === 'lint/complexity/noExcessiveLinesPerFunction' && lines > maxFunctionLines)
      places.longFunctions.push(`${place} ${lines} lines`);
  }
  return places;
}

/** The places of `as unknown as` in one file. */
export function doubleCastsIn(path, source) {
  if (!source.includes('as unknown as')) return [];
  const tokens = tokensOfFile(path, source);
  const lineOf = linesOf(source);
  return tokens.flatMap(({ at }, index) =>
    ['as', 'unknown', 'as'].every((word, offset) => tokens[index + offset]?.text === word)
      ? [`${path}:${lineOf(at)}`]
      : [],
  );
}

/**
 * @param {Record<keyof typeof limits, string[]>} places
 * @returns {{ isWithin: boolean, lines: string[] }} what is to be printed
 */
export function judge(places) {
  const kinds = Object.keys(limits);
  const over = kinds.filter((kind) => places[kind].length > limits[kind]);
  const counts = kinds.map((kind) => `${places[kind].length} of ${limits[kind]} ${names[kind]}`);
  return {
    isWithin: over.length === 0,
    lines: [
      ...over.flatMap((kind) => places[kind].map((place) => `${place} (${names[kind]})`)),
      counts.join(', '),
    ],
  };
}

async function findPlaces() {
  const { output } = await run(tool('biome'), [
    'lint',
    '--config-path=scripts/limits.biome.json',
    '--reporter=json',
    '--max-diagnostics=none',
    '.',
  ]);
  const json = output.split('\n').find((line) => line.startsWith('{'));
  if (!json) throw new Error(`Biome gave no report: ${output}`);
  const report = JSON.parse(json);
  if (!(report.summary.unchanged > 0)) throw new Error(`Biome read no files in ${root}`);
  const sources = filesBelow(rooms).filter((path) => isSource(path) && !isTest(path));
  return { ...placesOf(report), doubleCasts: sources.flatMap((path) => doubleCastsIn(path, textOf(path))) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { isWithin, lines } = judge(await findPlaces());
  console.log(lines.join('\n'));
  process.exitCode = isWithin ? 0 : 1;
}
