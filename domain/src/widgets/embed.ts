/** What an embed code is made of. */
export interface WidgetEmbed {
  /** The whole address of the widget. */
  readonly url: string;
  readonly publicId: string;
  readonly title: string;
  /** CSS px, or as wide as there is room. */
  readonly width: number | 'responsive';
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replaceAll(/[&"<>]/g, (sign) => escapes[sign] ?? sign);

/** The HTML that shows a widget on another page. */
export function widgetEmbedCode({ url, title, width }: WidgetEmbed): string {
  const wide = width === 'responsive' ? '100%' : String(width);
  return `<iframe src="${escaped(url)}" title="${escaped(title)}" width="${wide}" height="420" loading="lazy" sandbox="allow-scripts allow-same-origin" referrerpolicy="strict-origin-when-cross-origin" style="border:0;max-width:100%"></iframe>`;
}
