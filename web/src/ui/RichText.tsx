import { createElement, Fragment, type ReactNode, useMemo } from 'react';

/** The allowed elements of a forecast's message. All others lose the element and keep the text. */
const allowedElements = new Set(['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li']);
/** Its headings would be in the middle of the page's: they become strong paragraphs. */
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const dropped = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'noscript',
  'title',
  'svg',
  'math',
]);

/**
 * User-written HTML, drawn from an allowlist: it is parsed into an inert document and rebuilt element by
 * element without attributes, so that none of its scripts, styles or addresses reach the page, even if the
 * server accepted them.
 */
export function RichText({ html }: { html: string }) {
  return useMemo(() => childrenOf(new DOMParser().parseFromString(html, 'text/html').body), [html]);
}

function childrenOf(parent: Node): ReactNode {
  return Array.from(parent.childNodes, (node, i) => createElement(Fragment, { key: i }, drawn(node)));
}

function drawn(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const element = node as Element;
  const name = element.localName;
  if (dropped.has(name)) return null;
  if (name === 'br') return <br />;
  if (name === 'a') return <SafeLink address={element.getAttribute('href')}>{childrenOf(element)}</SafeLink>;
  if (headings.has(name)) {
    return (
      <p>
        <strong>{childrenOf(element)}</strong>
      </p>
    );
  }
  return allowedElements.has(name) ? createElement(name, null, childrenOf(element)) : childrenOf(element);
}

function SafeLink({ address, children }: { address: string | null; children: ReactNode }) {
  const safe = address !== null && /^(https:\/\/|mailto:)/i.test(address.trim());
  if (!safe) return children;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
