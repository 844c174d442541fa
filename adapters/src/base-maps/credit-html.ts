/** Upper limit of a plausible attribution. */
const MAX_CHARACTERS = 600;

/**
 * A map's attribution as HTML with only text and links to http and https pages. Queries of links, and URLs in
 * the text, are removed: they may contain a key.
 */
export function creditHtml(text: unknown): string {
  if (typeof text !== 'string') return '';
  let open = false;
  let out = '';
  for (const [piece] of text.slice(0, MAX_CHARACTERS).matchAll(/<[^<>]*>|[^<>]+/g)) {
    if (!piece.startsWith('<')) {
      out += piece.replace(/[a-z][a-z0-9+.-]*:\/\/\S+/gi, '').replaceAll('"', '&quot;');
      continue;
    }
    if (!/^<\/?a[\s>]/i.test(piece)) continue;
    if (open) out += '</a>';
    open = false;
    const href = piece.startsWith('</') ? null : linkOf(piece);
    if (href === null) continue;
    out += `<a href="${href}" target="_blank" rel="noopener noreferrer">`;
    open = true;
  }
  return `${out}${open ? '</a>' : ''}`.trim();
}

function linkOf(tag: string): string | null {
  const [, quoted, apostrophed, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag) ?? [];
  const parsed = URL.parse(quoted ?? apostrophed ?? bare ?? '');
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') return null;
  return `${parsed.origin}${parsed.pathname}`.replaceAll("'", '%27');
}
