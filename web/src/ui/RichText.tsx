import { createElement, Fragment, type ReactNode, useMemo } from 'react';

/** What a forecast's message may be made of. Everything else keeps its text and loses its element. */
const allowedElements = new Set(['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li']);
/** Its headings would stand in the middle of the page's: they are shown as strong paragraphs. */
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
 * HTML that somebody wrote, drawn from a list of what is allowed: it is parsed into a document that runs
 * nothing and rebuilt element by element without its attributes, so that no script, style or address of it
 * reaches the page whatever the server let through.
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
