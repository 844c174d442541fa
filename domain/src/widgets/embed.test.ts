import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widgetEmbedCode } from './embed.ts';

const example = {
  url: 'https://allclear.example/widget/',
  publicId: 'q8Zr-3',
  title: 'Oak Field',
  width: 'responsive',
} as const;

describe('the embed code of a widget', () => {
  it('is a frame with a title, sandboxed, loaded when it comes into view', () => {
    expect(widgetEmbedCode(example)).toBe(
      '<iframe src="https://allclear.example/widget/?id=q8Zr-3" title="Oak Field" width="100%" height="640" frameborder="0" loading="lazy" sandbox="allow-scripts allow-same-origin" referrerpolicy="no-referrer"></iframe>',
    );
  });

  it('has the script for its height when asked', () => {
    expect(widgetEmbedCode({ ...example, hasScript: true })).toMatch(
      /<\/iframe>\n<script src="https:\/\/allclear\.example\/widget\/height\.js" async=""><\/script>$/,
    );
  });

  it('is at the root of the host of widgets, with the id once', () => {
    expect(widgetEmbedCode({ ...example, url: 'https://widgets.example/?id=q8Zr-3' })).toContain(
      'src="https://widgets.example/?id=q8Zr-3"',
    );
  });

  it.each([
    [300, '300'],
    [12, '300'],
    [800, '800'],
    ['responsive', '100%'],
  ] as const)('of width %s has %s', (width, attribute) => {
    expect(widgetEmbedCode({ ...example, width })).toContain(`width="${attribute}"`);
  });

  it('keeps every name inside of its attribute', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constant(`"><script>alert('1')</script>`),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(text, text, (title, publicId) => {
        const code = widgetEmbedCode({ ...example, title, publicId });
        const attributes = [...code.matchAll(/ ([a-z]+)="([^"<>`]*)"/g)];
        expect(`<iframe${attributes.map(([all]) => all).join('')}></iframe>`).toBe(code);
        expect(attributes.map(([, name]) => name)).toEqual([
          ...['src', 'title', 'width', 'height', 'frameborder', 'loading', 'sandbox', 'referrerpolicy'],
        ]);
        expect(unescaped(attributes[1]?.[2] ?? '')).toBe(title.replace(/\s+/g, ' '));
        expect(new URL(unescaped(attributes[0]?.[2] ?? '')).searchParams.get('id')).toBe(publicId);
      }),
    );
  });
});

function unescaped(text: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`', amp: '&' };
  return text.replace(/&(#?\w+);/g, (_, name: string) => named[name] ?? '?');
}
