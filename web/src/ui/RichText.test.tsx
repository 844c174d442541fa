import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { RichText } from './RichText.tsx';

afterEach(cleanup);
const drawn = (html: string) => render(<RichText html={html} />).container.innerHTML;

describe('HTML that somebody wrote', () => {
  it.each([
    ['<p>Expect <b>delays</b>.</p>', '<p>Expect <b>delays</b>.</p>'],
    ['<ul><li>one</li><li>two</li></ul>', '<ul><li>one</li><li>two</li></ul>'],
    ['<h3>Later</h3>', '<p><strong>Later</strong></p>'],
    ['a<br>b', 'a<br>b'],
    ['<p onclick="steal()" style="position:fixed" class="x" id="root">x</p>', '<p>x</p>'],
    ['<script>steal()</script>safe', 'safe'],
    ['<img src=x onerror="steal()">safe', 'safe'],
    ['<svg onload="steal()"><text>t</text></svg>safe', 'safe'],
    ['<style>body{display:none}</style>safe', 'safe'],
    ['<iframe srcdoc="<script>steal()</script>"></iframe>safe', 'safe'],
    ['<form action="https://evil.example"><input>text</form>', 'text'],
    ['<a href="javascript:steal()">x</a>', 'x'],
    ['<a href=" JaVaScRiPt:steal()">x</a>', 'x'],
    ['<a href="data:text/html,x">x</a>', 'x'],
    ['<a href="/api/secret">x</a>', 'x'],
    [
      '<a href="https://weather.gov" onclick="steal()">x</a>',
      '<a href="https://weather.gov" target="_blank" rel="noopener noreferrer">x</a>',
    ],
    ['<div><p>deep <span>text</span></p></div>', '<p>deep text</p>'],
    ['1 &lt; 2 &amp; 3', '1 &lt; 2 &amp; 3'],
    ['<b>unclosed', '<b>unclosed</b>'],
    ['', ''],
  ])('%s', (html, expected) => {
    expect(drawn(html)).toBe(expected);
  });
});
