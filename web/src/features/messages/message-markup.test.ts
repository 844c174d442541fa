import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlOf, type Writing, withLink, withList, withMark } from './message-markup.ts';

/** '[' and ']' enclose the selection. */
function written(marked: string): Writing {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  return { text: marked.replace('[', '').replace(']', ''), start, end };
}
const shown = ({ text, start, end }: Writing) =>
  `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;

describe('the toolbar', () => {
  it.each([
    ['go [inside] now', 'go <strong>[inside]</strong> now'],
    ['go <strong>[inside]</strong> now', 'go [inside] now'],
    ['[]', '<strong>[]</strong>'],
  ])('bold makes of %s %s', (before, after) => {
    expect(shown(withMark(written(before), 'strong'))).toBe(after);
  });

  it.each([
    ['[]', '<ul>\n<li>[]</li>\n</ul>'],
    ['Bring:\n[water\n\nhats]\nThanks', 'Bring:\n<ul>\n<li>water</li>\n<li>hats[]</li>\n</ul>\nThanks'],
    ['wa[t]er', '<ul>\n<li>water[]</li>\n</ul>'],
  ])('list makes of %j %j', (before, after) => {
    expect(shown(withList(written(before)))).toBe(after);
  });

  it.each([
    ['see [the plan]', 'see <a href="https://[]">the plan</a>'],
    ['see [https://a.example/b]', 'see <a href="https://a.example/b">[https://a.example/b]</a>'],
    ['ask [duty@a.example]', 'ask <a href="mailto:duty@a.example">[duty@a.example]</a>'],
    ['[javascript:alert(1)]', '<a href="https://[]">javascript:alert(1)</a>'],
  ])('link makes of %s %s', (before, after) => {
    expect(shown(withLink(written(before)))).toBe(after);
  });

  it('bold twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), (text, a, b) => {
        const [start, end] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y) as [
          number,
          number,
        ];
        const once = withMark({ text, start, end }, 'em');
        expect(withMark(once, 'em')).toEqual({ text, start, end });
      }),
    );
  });
});

describe('what is sent', () => {
  it.each([
    ['', ''],
    ['  \n\n ', ''],
    ['One line', '<p>One line</p>'],
    ['One\ntwo\r\n\r\nthree', '<p>One<br>two</p><p>three</p>'],
    ['Bring:\n<ul>\n<li>water</li>\n</ul>\nThanks', '<p>Bring:</p><ul>\n<li>water</li>\n</ul><p>Thanks</p>'],
    ['<ul><li>a<ul><li>b</li></ul></li></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['winds < 20 mph', '<p>winds < 20 mph</p>'],
    ['<strong>Now</strong>', '<p><strong>Now</strong></p>'],
  ])('%j is %j', (text, html) => {
    expect(htmlOf(text)).toBe(html);
  });
});
