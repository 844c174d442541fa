/** The XML of CAP and Atom: text and elements, without a document model. */

/** One element: its name, and its text or its elements. Null and undefined are left out. */
export type XmlElement = readonly [
  name: string,
  content: XmlContent,
  attributes?: Readonly<Record<string, string>>,
];
export type XmlContent = string | number | readonly (XmlElement | null)[];

/** What XML 1.0 has no character for, and lone halves of surrogate pairs. */
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text without characters that no XML document has. */
export function xmlCharacters(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(forbidden, '');
}

/** A text with what XML means something by replaced, and without characters that no XML document has. */
export function xmlText(text: string): string {
  return xmlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A whole document in UTF-8, with the namespace of its root. */
export function xmlDocument(namespace: string, [name, content, attributes = {}]: XmlElement): string {
  const root: XmlElement = [name, content, { xmlns: namespace, ...attributes }];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(root, '')}\n`;
}

function elementText([name, content, attributes = {}]: XmlElement, indent: string): string {
  const begin = Object.entries(attributes).reduce(
    (text, [key, value]) => `${text} ${key}="${xmlText(value).replaceAll('\n', '&#10;')}"`,
    `${indent}<${name}`,
  );
  if (!Array.isArray(content)) {
    const text = xmlText(String(content));
    return text === '' ? `${begin}/>` : `${begin}>${text}</${name}>`;
  }
  const children: readonly (XmlElement | null)[] = content;
  const inner = children.flatMap((child) => (child === null ? [] : [elementText(child, `${indent}  `)]));
  return inner.length === 0 ? `${begin}/>` : `${begin}>\n${inner.join('\n')}\n${indent}</${name}>`;
}
