export interface WidgetEmbed {
  /** The address of the widget's page; its id is set whether the address has it or not. */
  readonly url: string;
  readonly publicId: string;
  /** What a screen reader says of the frame: 'Weather safety at Oak Field'. */
  readonly title: string;
  /** CSS px, at least 300; 'responsive' takes the width that there is. */
  readonly width: number | 'responsive';
  /** Whether a script gives the frame the height of its content. */
  readonly hasScript?: boolean;
}

const leastWidthPx = 300;

/**
 * The HTML that a website's page holds to show a widget. Only attributes: a strict content security policy of that
 * page forbids styles in them.
 */
export function widgetEmbedCode({ url, publicId, title, width, hasScript = false }: WidgetEmbed): string {
  const address = new URL(url);
  address.searchParams.set('id', publicId);
  const frame = element('iframe', {
    src: address.href,
    title,
    width: width === 'responsive' ? '100%' : String(Math.max(leastWidthPx, Math.round(width))),
    height: String(frameHeightPx(width)),
    frameborder: '0',
    loading: 'lazy',
    sandbox: 'allow-scripts allow-same-origin',
    referrerpolicy: 'no-referrer',
  });
  if (!hasScript) return frame;
  return `${frame}\n${element('script', { src: `${address.origin}/widget/height.js`, async: '' })}`;
}

/** CSS px that a widget with a picture or forecasts needs; what is longer is scrolled. */
function frameHeightPx(width: WidgetEmbed['width']): number {
  if (width === 'responsive' || width < 400) return 640;
  return width < 800 ? 560 : 480;
}

function element(name: string, attributes: Readonly<Record<string, string>>): string {
  const texts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${texts.join('')}></${name}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Text as the value of an attribute in double quotes. Line breaks would survive no editor of a website. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[&<>"'`]/g, (character) => entities[character] ?? '');
}
