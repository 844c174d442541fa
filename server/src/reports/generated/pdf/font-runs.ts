import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('.', import.meta.resolve('@fontsource/inter/package.json'));

/** The parts of Inter that are used, the first one first. PDF readers need no fonts then. */
const subsets = ['latin', 'latin-ext'] as const;
export type FontSubset = (typeof subsets)[number];

export function fontFile(subset: FontSubset, weight: 400 | 600): string {
  return fileURLToPath(new URL(`files/inter-${subset}-${weight}-normal.woff`, folder));
}

/** A part of a text that one font has. */
export interface FontRun {
  readonly subset: FontSubset;
  readonly text: string;
}

/** Stands visibly where a character is in none of the fonts. */
export const missingMark = '?';

/** Splits a text by the font that has each character; a character that none has becomes a question mark. */
export function fontRuns(text: string): FontRun[] {
  const ranges = rangesOf();
  const runs: { subset: FontSubset; text: string }[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const found = code < 32 ? undefined : ranges.find(({ has }) => has(code));
    const subset = found?.subset ?? 'latin';
    const shown = found ? character : code < 32 ? ' ' : missingMark;
    const last = runs.at(-1);
    if (last?.subset === subset) last.text += shown;
    else runs.push({ subset, text: shown });
  }
  return runs;
}

let read: { subset: FontSubset; has(code: number): boolean }[] | null = null;

/** Which characters each font has, from the font's own list. */
function rangesOf() {
  if (read !== null) return read;
  const lists: Record<string, string> = JSON.parse(readFileSync(new URL('unicode.json', folder), 'utf8'));
  read = subsets.map((subset) => {
    const ranges = (lists[subset] ?? '').split(',').map((range) => {
      const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
    });
    return { subset, has: (code) => ranges.some(([first, last]) => code >= first && code <= last) };
  });
  return read;
}
