/**
 * Capital letters, digits and a few marks of 5 × 7 dots: seven rows each, top first, one base-32 digit a row
 * with the left dot as its highest bit.
 */
const glyphs: Readonly<Record<string, string>> = {
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vgguggv',
  F: 'vgguggg',
  G: 'ehgnhhf',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hha4444',
  Z: 'v1248gv',
  0: 'ehjlphe',
  1: '4c4444e',
  2: 'eh1248v',
  3: 'v2421he',
  4: '26aiv22',
  5: 'vgu11he',
  6: '68guhhe',
  7: 'v124888',
  8: 'ehhehhe',
  9: 'ehhf12c',
  ':': '0cc0cc0',
  ',': '0000c48',
  '.': '00000cc',
  '-': '000e000',
  '/': '01248g0',
  ' ': '0000000',
};

export const glyphDots = { width: 5, height: 7, advance: 6 } as const;

/**
 * Calls back for every set dot of a text, by column and row from its upper left; a character without a glyph
 * is a blank.
 */
export function eachDot(text: string, dot: (column: number, row: number) => void): void {
  [...text.toUpperCase()].forEach((letter, index) => {
    const rows = glyphs[letter] ?? '';
    for (let row = 0; row < glyphDots.height; row++) {
      const bits = Number.parseInt(rows.charAt(row) || '0', 32);
      for (let column = 0; column < glyphDots.width; column++) {
        if (bits & (1 << (glyphDots.width - 1 - column))) dot(index * glyphDots.advance + column, row);
      }
    }
  });
}
