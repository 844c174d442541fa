/** What PostgreSQL cannot store: always refused, wherever it stands. */
export const unstorable = ['\0', 'a\0b', '\ud800', 'a\udc00b'];
/** As a URL holds it; a lone surrogate has no UTF-8, so that its bytes are written as WTF-8 has them. */
export function encoded(value: unknown): string {
  return [...String(value)]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
      const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
      return bytes.map((byte) => `%${byte.toString(16)}`).join('');
    })
    .join('');
}
