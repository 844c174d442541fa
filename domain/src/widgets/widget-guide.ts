/** Widths that are offered for embedding, CSS px; null fills the page. */
export const embedWidths = [null, 300, 400, 600, 800, 1000] as const;

/** The address of a widget on the host of widgets, without its query: `https://weather.example/widget/`. */
export interface EmbeddedWidget {
  readonly host: string;
  readonly publicId: string;
  readonly name: string;
  /** Null fills the page. */
  readonly widthPx: number | null;
}

/** The HTML that shows a widget on a page. */
export function embedCode({ host, publicId, name, widthPx }: EmbeddedWidget): string {
  const width = widthPx === null ? '100%' : String(widthPx);
  return `<iframe src="${escaped(widgetAddress(host, publicId))}" title="${escaped(name)}" width="${width}" height="600" style="border:0;max-width:100%" loading="lazy" sandbox="allow-scripts allow-same-origin" referrerpolicy="no-referrer"></iframe>`;
}

/** The address of a widget. */
export function widgetAddress(host: string, publicId: string): string {
  return `${host}?id=${encodeURIComponent(publicId)}`;
}

/** The mail for somebody who looks after a website, without a greeting. Paragraphs are separated by empty lines. */
export function guideText(
  widget: EmbeddedWidget,
  { sender, organizationName }: { readonly sender: string; readonly organizationName: string },
): string {
  return [
    'Hello,',
    `${sender} at ${organizationName} would like you to add the weather widget ‘${widget.name}’ to a website.`,
    'Paste this line into the HTML of the page, where the widget is to appear:',
    embedCode(widget),
    'Where the page has a Content-Security-Policy, its frame-src must allow the address in that line. The width can be any number of pixels from 300, or 100%.',
    `To see the widget by itself, open ${widgetAddress(widget.host, widget.publicId)}`,
  ].join('\n\n');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
