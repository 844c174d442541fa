import sanitizeHtml from 'sanitize-html';

/** The allowed tags of a message; all others are removed and their text stays. */
const allowedTags = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'h3', 'h4'];
/** Tags that are not pasted into a message by mistake, unlike the styles and images of a word processor. */
const activeTags = /^(script|iframe|frame|object|embed|applet|form|svg)$/i;
/** Each pass removes at least one tag, and messages are short. */
const maxPasses = 10;
const activeUrl = /^(javascript:|vbscript:|data:text)/i;

/**
 * A message reduced to the allowed tags, with links to https and mailto only. `isActive`: the message
 * contained something that runs or loads (script, frames, event handlers). It is safe without, but its author
 * is informed.
 */
export function sanitiseHtml(html: string): { html: string; text: string; isActive: boolean } {
  let isActive = false;
  // Cleaned broken markup may parse differently the next time: it is cleaned until nothing changes.
  let before = html;
  let clean = cleaned(before, () => {
    isActive = true;
  });
  for (let again = 0; clean !== before && again < maxPasses; again++) {
    before = clean;
    clean = cleaned(before, () => {});
  }
  const text = sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&nbsp;', ' ')
    .trim();
  return { html: clean, text, isActive };
}

function cleaned(html: string, onActive: () => void): string {
  return sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: 20,
    transformTags: {
      '*': (tagName, attribs) => {
        const { href = '', src = '', action = '' } = attribs;
        if (
          activeTags.test(tagName) ||
          Object.keys(attribs).some((name) => /^on/i.test(name)) ||
          [href, src, action].some((url) => activeUrl.test(withoutSpace(url)))
        )
          onActive();
        // A relative address would lead into the product itself. One that contains characters of markup is
        // left over from broken markup.
        const isLink = tagName === 'a' && /^(https:\/\/|mailto:)[^<>"'`]+$/i.test(withoutSpace(href));
        const kept: Record<string, string> = isLink
          ? { href, rel: 'noopener noreferrer', target: '_blank' }
          : {};
        return { tagName, attribs: kept };
      },
    },
  }).trim();
}

/** A URL without the white space and control characters that browsers ignore in it. */
function withoutSpace(url: string): string {
  return url.replaceAll(/[\p{Cc}\s]/gu, '');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** A sanitized message without markup: paragraphs and list items are lines. */
export function plainText(html: string): string {
  const lines = html.replace(/<li>/gi, '- ').replace(/<br\s*\/?>|<\/(p|li|ul|ol|h3|h4)>/gi, '\n');
  return sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (entity, name: string) => entities[name] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
