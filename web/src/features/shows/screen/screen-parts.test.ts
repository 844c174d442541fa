import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delayAnswer, exampleNowMs, examplePlace, inSeconds } from '../example.ts';
import { showAddress, showToken } from '../show-address.ts';
import { backgroundOf } from './background.ts';
import { announcementOf, coverText, placeCountdown, unbroken, weatherNotice } from './stage-words.ts';
import { pageAt, piecesOf } from './turning.ts';

describe('the background of a screen', () => {
  it.each([
    ['?background=transparent', 'transparent'],
    ['?background=%2300ff00', '#00ff00'],
    ['?background=00FF00', '#00ff00'],
    ['?a=b&background=Lime', 'lime'],
    ['?background=%230f08', '#0f08'],
  ])('%s is a color', (search, color) => expect(backgroundOf(search)).toBe(color));

  it.each([
    ['', 'nothing'],
    ['?background=', 'nothing'],
    ['?background=url(https://elsewhere/x.png)', 'an address'],
    ['?background=red;position:fixed', 'a declaration'],
    ['?background=var(--page)', 'a function'],
    ['?background=rgb(0,255,0)', 'a function'],
    ['?background=inherit', 'a keyword'],
    ['?background=%2312345', 'digits that are no color'],
    ['?background=%23%23fff', 'two marks'],
    ['?background=expression(1)', 'a script'],
  ])('%s is %s, which is passed over', (search) => expect(backgroundOf(search)).toBeNull());

  it('lets nothing through but a name, digits or transparent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = backgroundOf(`?${new URLSearchParams({ background: text })}`);
        expect(found === null || /^(#[\da-f]{3,8}|[a-z]+)$/.test(found)).toBe(true);
      }),
    );
  });
});

describe('the words of a screen', () => {
  const left = (answer: object, now: number) =>
    placeCountdown(examplePlace('a', { ...delayAnswer, ...answer }), exampleNowMs, now);

  it('counts down to the earliest all clear, stands while it is paused, and never says that it is clear', () => {
    expect(left({}, exampleNowMs)).toEqual({ left: '22:40', text: 'earliest all clear 4:08 PM' });
    expect(left({}, exampleNowMs + 60_000)?.left).toBe('21:40');
    expect(left({ isPaused: true }, exampleNowMs + 60_000)).toEqual({
      ...{ left: '22:40', text: 'paused, no new data' },
    });
    expect(left({}, exampleNowMs + 9_000_000)).toEqual({
      left: '0:00',
      text: 'checking, stay where you are',
    });
    expect(left({ clearAt: null }, exampleNowMs)).toBeNull();
    expect(left({ observedThrough: null }, exampleNowMs)).toEqual({
      ...{ left: null, text: 'all clear not before 4:08 PM' },
    });
    expect(placeCountdown(examplePlace('a'), exampleNowMs, exampleNowMs)).toBeNull();
  });

  it('says how old a covered part is, and what weather it is', () => {
    expect(coverText(inSeconds(0), exampleNowMs, 'America/Chicago')).toBeNull();
    expect(coverText(inSeconds(0), exampleNowMs + 240_000, 'America/Chicago')).toBe(
      'Too old since 3:46 PM (4 minutes)',
    );
    expect(weatherNotice('live')).toBeNull();
    expect(weatherNotice('replay')).toBe('Replayed weather. Not for safety decisions.');
    expect(unbroken('at 3:46 PM, 8.4 mi')).toBe('at 3:46\u00a0PM, 8.4\u00a0mi');
  });

  it('announces a state without times, so that it changes with the state alone', () => {
    const places = [examplePlace('a', delayAnswer, 'Oak Field'), examplePlace('b')];
    expect(announcementOf({ kind: 'takeover', placeIds: ['a'] }, places)).toBe('Oak Field: Stay inside.');
    for (const kind of ['old', 'unknown'])
      expect(announcementOf({ kind, placeIds: [] }, places)).toContain('as if lightning were near');
    expect(announcementOf({ kind: 'scenes', bannerIds: [] }, places)).toBe('The scenes are shown.');
  });
});

it('a list that is longer than its room turns over, and every item comes', () => {
  const items = Array.from({ length: 7 }, (_, index) => index);
  const seen = new Set([0, 8_000, 16_000].flatMap((at) => [...pageAt(items, 3, at).items]));
  expect(seen.size).toBe(7);
  expect(pageAt(items, 3, 24_000).page).toBe(0);
  expect(pageAt([], 3, 5)).toEqual({ items: [], page: 0, pages: 1 });
});

it('a text is cut into pieces between words, and nothing of it is lost', () => {
  expect(piecesOf('Welcome to the stadium', 12)).toEqual(['Welcome to', 'the stadium']);
  expect(piecesOf('', 12)).toEqual(['']);
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 1, max: 80 }), (text, length) => {
      const pieces = piecesOf(text, length);
      expect(pieces.every((piece) => piece.length <= length)).toBe(true);
      expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
  );
});

it('the token of a link stands behind #', () => {
  const address = showAddress('https://allclear.example', 'acs_1-a');
  expect(address).toBe('https://allclear.example/show#acs_1-a');
  expect(showToken(new URL(address).hash)).toBe('acs_1-a');
  expect(showToken('')).toBeNull();
});

describe('the style of the stage', () => {
  const css = readFileSync(join(import.meta.dirname, '../stage/Stage.module.css'), 'utf8');
  const sizes = [...css.matchAll(/--(small|text|mid|large|huge): calc\(([\d.]+) \* var\(--u\)\)/g)].map(
    ([, name, hundredths]) => ({ name, hundredths: Number(hundredths) }),
  );

  it('has no text under a fortieth of the height, on a ribbon under an eighth', () => {
    expect(sizes).toHaveLength(15);
    expect(Math.min(...sizes.slice(0, 10).map(({ hundredths }) => hundredths))).toBeGreaterThanOrEqual(2.5);
    expect(Math.min(...sizes.slice(10).map(({ hundredths }) => hundredths))).toBeGreaterThanOrEqual(12.5);
    const others = [...css.matchAll(/font(?:-size)?: ([^;]+);/g)].map(([, value]) => value ?? '');
    expect(others.filter((value) => !/^var\(--(small|text|mid|large|huge)\)$/.test(value))).toEqual([]);
  });

  it('needs nothing that an older browser of a television lacks', () => {
    expect(css).not.toMatch(/:has\(|color-mix|@layer|oklch|\d(dvh|svh|lvh)|^\s*&/m);
    // Container units stand behind @supports, with units of the window before it.
    expect(css.indexOf('cqh')).toBeGreaterThan(css.indexOf('@supports (container-type: size)'));
    expect(css.match(/--u: min\(1vh/g)).toHaveLength(3);
  });
});
