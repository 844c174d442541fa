import { borderPx, largeText, lineHeightEm, type TileSizes } from './wall-layout.ts';
import type { TileText } from './wall-view.ts';

/** How much of each part a tile shows, so that all of it fits. Lines are the most that a part may take. */
export interface TileFit {
  readonly nameLines: number;
  /** Whether the whole name fits in these lines. */
  readonly isNameWhole: boolean;
  readonly largePx: number;
  readonly instructionLines: number;
  /** 0 where there is no room for the whole of it. */
  readonly evidenceLines: number;
  /** Whether a line is left for who is on duty: nothing gives way to it. */
  readonly hasDuty: boolean;
}

/** A smaller state cannot be read across a room. */
const leastLargeShare = 0.5;
const maxEvidenceLines = 4;

/**
 * Divides the height of a tile. The time left, and the state, stay large; a name gives up lines first, then a tile
 * that counts a time its last strike. Without a time the evidence says what to do: the large word gives way to it.
 */
export function fitTile(label: string, text: TileText, sizes: TileSizes): TileFit {
  const fit = fitText(label, text, sizes);
  return {
    ...fit,
    isNameWhole: nameLinesOf(label, sizes) <= fit.nameLines,
    hasDuty: text.duty !== '' && sparePx(text, fit, sizes) >= lineHeightEm.text * sizes.linePx,
  };
}

type TextFit = Omit<TileFit, 'isNameWhole' | 'hasDuty'>;

/** The height that nothing of a tile takes. */
function sparePx(text: TileText, fit: TextFit, sizes: TileSizes): number {
  const innerPx = Math.max(1, sizes.widthPx - 2 * (sizes.paddingPx + borderPx));
  const heightPx = sizes.heightPx - 2 * (sizes.paddingPx + borderPx) - 1;
  const lines = fit.instructionLines + untilLinesOf(text, sizes.linePx, innerPx) + fit.evidenceLines;
  return (
    heightPx -
    nameHeightPx(fit.nameLines, sizes) -
    lines * lineHeightEm.text * sizes.linePx -
    largeText(text.large, sizes).lines * lineHeightEm.large * fit.largePx
  );
}

function fitText(label: string, text: TileText, sizes: TileSizes): TextFit {
  const { large, instruction, untilAtLeast, evidence } = text;
  const innerPx = Math.max(1, sizes.widthPx - 2 * (sizes.paddingPx + borderPx));
  const heightPx = sizes.heightPx - 2 * (sizes.paddingPx + borderPx) - 1;
  const { fontPx: wantedPx, lines: largeLines } = largeText(large, sizes);
  const instructionLines = linesOf(instruction, sizes.linePx, innerPx);
  const untilLines = untilLinesOf(text, sizes.linePx, innerPx);
  const wantedEvidence = Math.max(1, Math.min(maxEvidenceLines, linesOf(evidence, sizes.linePx, innerPx)));
  /** The height that is left for the large text. */
  const roomPx = (nameLines: number, lines: number) =>
    heightPx - nameHeightPx(nameLines, sizes) - lines * lineHeightEm.text * sizes.linePx;
  const fits = (nameLines: number, lines: number) =>
    roomPx(nameLines, lines) >= largeLines * lineHeightEm.large * wantedPx;

  const below = instructionLines + untilLines;
  const whole = { largePx: wantedPx, instructionLines, evidenceLines: wantedEvidence };
  // Where no time is counted there is room for more of a long name.
  const maxNameLines = Math.min(untilAtLeast === null ? 3 : 2, nameLinesOf(label, sizes));
  for (let nameLines = maxNameLines; nameLines >= 1; nameLines--)
    if (fits(nameLines, below + wantedEvidence)) return { ...whole, nameLines };
  const evidenceLines = untilAtLeast !== null || evidence === '' ? 0 : wantedEvidence;
  if (fits(1, below + evidenceLines)) return { ...whole, nameLines: 1, evidenceLines };
  // A long name of a policy is cut before the state becomes too small.
  const leastPx = leastLargeShare * wantedPx;
  const spare = roomPx(1, untilLines + evidenceLines) - largeLines * lineHeightEm.large * leastPx;
  const shown = Math.max(
    1,
    Math.min(instructionLines, Math.floor(spare / (lineHeightEm.text * sizes.linePx))),
  );
  const largePx = roomPx(1, shown + untilLines + evidenceLines) / (largeLines * lineHeightEm.large);
  return {
    nameLines: 1,
    largePx: Math.max(leastPx, Math.min(wantedPx, largePx)),
    instructionLines: shown,
    evidenceLines,
  };
}

function nameHeightPx(lines: number, { namePx }: TileSizes): number {
  // The icon beside it is as high as its font size times 1.2.
  return Math.max(1.2, lines * lineHeightEm.name) * namePx;
}

/** How many lines a whole name takes beside its icon. */
function nameLinesOf(label: string, { widthPx, paddingPx, namePx }: TileSizes): number {
  const linePx = Math.max(1, widthPx - 2 * (paddingPx + borderPx) - 1.6 * namePx);
  return Math.max(1, linesOf(label, namePx, linePx));
}

/** 'until 9:04 PM at least' stands in the line of the instruction where there is room, else in one of its own. */
function untilLinesOf({ instruction, untilAtLeast }: TileText, linePx: number, innerPx: number): number {
  if (untilAtLeast === null) return 0;
  const besideEm = textWidthEm(instruction) + 0.6 + textWidthEm(untilAtLeast);
  return instruction === '' || besideEm * linePx > innerPx ? 1 : 0;
}

/** The lines of a text that breaks between words; 0 for an empty one. */
export function linesOf(text: string, fontPx: number, widthPx: number): number {
  if (text === '') return 0;
  let lines = 1;
  let usedPx = 0;
  // Values with a no-break space stay together.
  for (const word of text.split(' ')) {
    const wordPx = textWidthEm(word) * fontPx;
    const spacePx = usedPx === 0 ? 0 : textWidthEm(' ') * fontPx;
    if (usedPx > 0 && usedPx + spacePx + wordPx > widthPx) {
      lines++;
      usedPx = 0;
    } else usedPx += spacePx;
    usedPx += wordPx;
    lines += Math.max(0, Math.ceil(usedPx / widthPx) - 1);
    if (usedPx > widthPx) usedPx %= widthPx;
  }
  return lines;
}

/** The width of a text in the font of the page, bold, relative to its size; rather too wide than too narrow. */
export function textWidthEm(text: string): number {
  return [...text].reduce((sum, letter) => sum + letterWidthEm(letter), 0);
}

function letterWidthEm(letter: string): number {
  if (/[\s.,:;'’!|ijl·()[\]-]/u.test(letter)) return 0.3;
  if (/[frt1]/.test(letter)) return 0.42;
  if (/[mwMW@%]/.test(letter)) return 0.93;
  if (/[A-Z0-9&]/.test(letter)) return 0.68;
  // Scripts with square characters.
  return /[\u2e80-\u{3ffff}]/u.test(letter) ? 1.05 : 0.59;
}
