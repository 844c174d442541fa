import { describe, expect, it } from 'vitest';
import { linesOf, tokensOf } from './source-text.mjs';

const namesIn = (source, jsx = false) =>
  tokensOf(source, { jsx })
    .filter(({ kind }) => kind === 'name')
    .map(({ text }) => text);
const textsOf = (source, kind, jsx = false) =>
  tokensOf(source, { jsx })
    .filter((token) => token.kind === kind)
    .map(({ text }) => text);

describe('the names of a source', () => {
  it.each([
    ['const a = \'b\' + "c"; // d\n/* e */ f', ['const', 'a', 'f']],
    ["const a = 'it\\'s b';", ['const', 'a']],
    ['`a ${b + `c ${d} e`} f` + g', ['b', 'd', 'g']],
    ['`${{ a: { b } }}` + c', ['a', 'b', 'c']],
    ['const a = /b[/"\']c/g.test(d) / e / f;', ['const', 'a', 'test', 'd', 'e', 'f']],
    ['return /a/.test(b)', ['return', 'test', 'b']],
    ['a! / b / c', ['a', 'b', 'c']],
    ['!/a/.test(b)', ['test', 'b']],
    ['0x1F + 1_000n + 1e-3 + a', ['a']],
    ['#!/usr/bin/env node\na', ['a']],
  ])('are found in %s', (source, names) => {
    expect(namesIn(source)).toEqual(names);
  });

  it.each([
    ['const a = <p title="b">it\'s c {d} e</p>;', ['const', 'a', 'p', 'title', 'd', 'p']],
    ['return (<><A b={c} {...d} /> e </>)', ['return', 'A', 'b', 'c', 'd']],
    ['<A<B> c={<i>d</i>}>e</A>; f', ['A', 'B', 'c', 'i', 'i', 'A', 'f']],
    ['<p>{/* a */}{b ? <i>c</i> : "d"}</p>', ['p', 'b', 'i', 'i', 'p']],
    ['const a = <T,>(b: T) => b; if (c < d) e();', ['const', 'a', 'T', 'b', 'T', 'b', 'if', 'c', 'd', 'e']],
    ['const a = f<B>(c);', ['const', 'a', 'f', 'B', 'c']],
  ])('are found in the page %s', (source, names) => {
    expect(namesIn(source, true)).toEqual(names);
  });

  it('stand apart from what is text', () => {
    expect(textsOf('<p>one {two} three</p>', 'text', true)).toEqual(['one ', ' three']);
    expect(textsOf('a /* b */ // c', 'comment')).toEqual(['/* b */', '// c']);
    expect(textsOf('`a${b}c`', 'template')).toEqual(['`a${', '}c`']);
  });
});

it('lines are counted from one', () => {
  const lineOf = linesOf('a\nbc\n\nd');
  expect([0, 1, 2, 4, 5, 6].map(lineOf)).toEqual([1, 1, 2, 2, 3, 4]);
});
