import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitiseHtml } from './sanitise-html.ts';

describe('a message', () => {
  test.each([
    [
      '<p>One<br>two</p><h3>Three</h3><ul><li><b>a</b></li></ul>',
      '<p>One<br />two</p><h3>Three</h3><ul><li><b>a</b></li></ul>',
    ],
    ['<div style="color:red">Red</div>', 'Red'],
    ['<h1>Big</h1><img src="https://example.org/x.png">', 'Big'],
    ['<p class="x" style="position:fixed" id="root">Text</p>', '<p>Text</p>'],
    ['<style>p { color: red }</style><p>Styled</p>', '<p>Styled</p>'],
    [
      '<a href="https://weather.gov" target="_self" class="x">W</a>',
      '<a href="https://weather.gov" rel="noopener noreferrer" target="_blank">W</a>',
    ],
    [
      '<a href="mailto:a@example.org">M</a>',
      '<a href="mailto:a@example.org" rel="noopener noreferrer" target="_blank">M</a>',
    ],
    ['<a href="http://example.org">plain http</a>', '<a>plain http</a>'],
    ['<a href="//example.org">no scheme</a>', '<a>no scheme</a>'],
    ['<a href="/identity/sign-out">relative</a>', '<a>relative</a>'],
    ['<a href="https://x.example<a href="<p>">broken</a>', '<a>"&gt;broken</a>'],
    ['Winds < 20 mph & gusts', 'Winds &lt; 20 mph &amp; gusts'],
    ['<p>open <b>ends', '<p>open <b>ends</b></p>'],
  ])('%s', (html, expected) => {
    expect(sanitiseHtml(html)).toMatchObject({ html: expected, isActive: false });
  });

  test.each([
    '<script>alert(1)</script>Hi',
    '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
    '<p onclick="alert(1)">Hi</p>',
    '<a href="javascript:alert(1)">Hi</a>',
    '<a href=" JaVa\tScript:alert(1)">Hi</a>',
    '<a href="data:text/html,<script>alert(1)</script>">Hi</a>',
    '<svg><script>alert(1)</script></svg>',
    '<form action="https://example.org"><input name=password></form>',
  ])('%s is harmless, and is said to have been more', (html) => {
    const result = sanitiseHtml(html);
    expect(result.isActive).toBe(true);
    expect(result.html).not.toMatch(/<(script|svg|form|input)|onclick|javascript:|data:/i);
  });

  test('what comes out goes through again unchanged, and holds nothing but the allowed tags', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<b',
      '>',
      '<',
      '"',
      "'",
      '<a href="',
      'javascript:',
      'https://x.example',
      '<!--',
      '-->',
      '<scr',
      'ipt>',
      '&lt;',
      'x',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 20 }), (pieces) => {
        const { html } = sanitiseHtml(pieces.join(''));
        expect(sanitiseHtml(html).html).toBe(html);
        const tags = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag);
        expect(tags.filter((tag) => !/^(p|br|b|strong|i|em|u|ul|ol|li|a|h3|h4)$/.test(tag!))).toEqual([]);
        for (const [link] of html.matchAll(/<a\b[^>]*>/gi))
          expect(link).toMatch(
            /^<a>$|^<a href="(https:\/\/|mailto:)[^"<>]*" rel="noopener noreferrer" target="_blank">$/i,
          );
      }),
      { numRuns: 1_000 },
    );
  });

  test('its words alone say whether there is anything to read', () => {
    expect(sanitiseHtml('<p>&nbsp; <b></b></p>').text).toBe('');
    expect(sanitiseHtml('<p>Hi <b>there</b></p>').text).toBe('Hi there');
  });
});
