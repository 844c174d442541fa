/** A text in the editor and its selection. */
export interface Writing {
  text: string;
  start: number;
  end: number;
}

/** Encloses the selection in the tags of an element, or removes them if they are there already. */
export function withMark({ text, start, end }: Writing, element: 'strong' | 'em'): Writing {
  const open = `<${element}>`;
  const close = `</${element}>`;
  const before = text.slice(0, start);
  const chosen = text.slice(start, end);
  const after = text.slice(end);
  if (before.endsWith(open) && after.startsWith(close)) {
    const from = start - open.length;
    return {
      text: before.slice(0, -open.length) + chosen + after.slice(close.length),
      start: from,
      end: from + chosen.length,
    };
  }
  const from = start + open.length;
  return { text: before + open + chosen + close + after, start: from, end: from + chosen.length };
}

/** Turns the lines of the selection into a list; then the end of the last item is selected. */
export function withList({ text, start, end }: Writing): Writing {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const to = lineEnd === -1 ? text.length : lineEnd;
  const lines = text
    .slice(from, to)
    .split('\n')
    .map((line) => line.trim());
  const points = lines.filter((line, i) => line !== '' || (i === 0 && lines.length === 1));
  const list = ['<ul>', ...points.map((line) => `<li>${line}</li>`), '</ul>'].join('\n');
  const caret = from + list.length - '</li>\n</ul>'.length;
  return { text: text.slice(0, from) + list + text.slice(to), start: caret, end: caret };
}

/** Turns the selection into a link. An address links to itself; otherwise the address is typed next. */
export function withLink({ text, start, end }: Writing): Writing {
  const chosen = text.slice(start, end);
  const isAddress = /^https:\/\/[^\s"<>]+$/i.test(chosen);
  const isMail = /^[^\s@"<>:]+@[^\s@"<>]+$/.test(chosen);
  const address = isAddress ? chosen : isMail ? `mailto:${chosen}` : 'https://';
  const open = `<a href="${address}">`;
  const linked = text.slice(0, start) + open + chosen + '</a>' + text.slice(end);
  const words = { start: start + open.length, end: start + open.length + chosen.length };
  const addressEnd = start + open.length - '">'.length;
  return { text: linked, ...(isAddress || isMail ? words : { start: addressEnd, end: addressEnd }) };
}

const blockTag = /(<\/?(?:ul|ol|li|p|h[1-6])(?:\s[^>]*)?>)/i;

/**
 * The typed text as HTML: outside of lists, headings and its own paragraphs a blank line starts a paragraph
 * and a line break becomes a break.
 */
export function htmlOf(text: string): string {
  let depth = 0;
  const pieces = text.replaceAll('\r\n', '\n').split(blockTag);
  return pieces
    .map((piece, i) => {
      if (i % 2 === 0) return depth === 0 ? paragraphs(piece) : piece;
      depth = piece.startsWith('</') ? Math.max(0, depth - 1) : depth + 1;
      return piece;
    })
    .join('');
}

function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.replace(/\s*\n\s*/g, '<br>')}</p>`)
    .join('');
}
