import { widgetEmbedCode } from './embed.ts';

/** The address of a widget on the host of widgets, without its query: `https://weather.example/widget/`. */
export interface EmbeddedWidget {
  readonly host: string;
  readonly publicId: string;
  readonly name: string;
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
    widgetEmbedCode({ url: widget.host, publicId: widget.publicId, title: widget.name, width: 'responsive' }),
    'Where the page has a Content-Security-Policy, its frame-src must allow the address in that line. The width can be any number of pixels from 300, or 100%.',
    `To see the widget by itself, open ${widgetAddress(widget.host, widget.publicId)}`,
  ].join('\n\n');
}
