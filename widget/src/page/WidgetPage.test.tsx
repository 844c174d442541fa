/** @jsxImportSource preact */
import type { PublicWidget } from '@allclear/contract';
import { render } from 'preact';
import { afterEach, expect, it } from 'vitest';
import { type WidgetView, widgetView } from './page-view.ts';
import { delayAnswer, inSeconds, sampleAnswer, sampleNowMs, sampleWidget } from './sample-widget.ts';
import { WidgetPage } from './WidgetPage.tsx';

const root = document.createElement('div');
document.body.append(root);
afterEach(() => render(null, root));

function show(view: WidgetView): HTMLElement {
  render(<WidgetPage view={view} />, root);
  return root;
}
const shown = (changes: Partial<PublicWidget>, seconds = 0, answeredAgo = 0) => {
  const wallMs = sampleNowMs + seconds * 1_000;
  return show(
    widgetView({ kind: 'widget', widget: sampleWidget(changes), atMs: wallMs - answeredAgo * 1_000 }, wallMs),
  );
};
const status = () => root.querySelector('[role=status]')?.textContent;
const hatched = () => [...root.querySelectorAll('.hatched')];

it('says that a widget is not available', () => {
  expect(show({ kind: 'gone' }).textContent).toContain('This widget is not available.');
});

it('shows the answer, the countdown and the standing text', () => {
  const page = shown({ answer: delayAnswer });
  expect(page.querySelector('.band')?.textContent).toContain('Stay inside');
  expect(page.querySelector('.countdown')?.textContent).toBe('1:30');
  expect(page.querySelector('footer')?.textContent).toBe('Allclear does not guarantee safety.');
  expect(hatched()).toEqual([]);
});

it('announces the kind of the answer, and no countdown', () => {
  shown({ answer: delayAnswer });
  const element = root.querySelector('[role=status]')?.firstChild;
  expect(status()).toBe('Oak Field: Stay inside');
  shown({ answer: delayAnswer }, 20);
  expect(status()).toBe('Oak Field: Stay inside');
  expect(root.querySelector('[role=status]')?.firstChild).toBe(element);
  shown({ answer: delayAnswer }, 95);
  expect(status()).toBe('Oak Field: Checking');
  shown({ answer: sampleAnswer() }, 95);
  expect(status()).toBe('Oak Field: Unknown');
});

it('hatches what is old, and shows no old value', () => {
  const page = shown({
    conditions: [
      {
        condition: 2,
        label: 'Wind',
        value: '4',
        unit: 'mph',
        isOver: false,
        observedAt: inSeconds(-900),
        goodUntil: inSeconds(-1),
      },
    ],
    picture: { url: '/p.png', takenAt: inSeconds(-900), alt: 'The camera', goodUntil: inSeconds(-1) },
    type: 1,
  });
  expect(hatched()).toHaveLength(2);
  expect(page.querySelector('.condition')?.textContent).toBe('Wind--Last measured 15 minutes ago');
  expect(page.querySelector('img')).toBeNull();
});

it('is covered as a whole without answers', () => {
  const page = shown({ answer: sampleAnswer({ goodUntil: inSeconds(9_000) }) }, 60, 45);
  expect(page.querySelector('.band')?.classList.contains('hatched')).toBe(true);
  expect(page.textContent).not.toContain('Clear');
  expect(page.querySelector('.condition')).toBeNull();
});

it('shows names and texts as text', () => {
  const markup = '<img src=x onerror=alert(1)>';
  const page = shown({ placeName: markup, message: { text: markup, expiresAt: null } });
  expect(page.querySelector('img')).toBeNull();
  expect(page.querySelector('h1')?.textContent).toBe(markup);
});

it('has what to do above the picture, an image or the radar, so that a low frame shows it', () => {
  const picture = { url: '/p.png', takenAt: inSeconds(0), alt: 'The camera', goodUntil: inSeconds(60) };
  const order = (type: 1 | 2) =>
    [...(shown({ type, picture }).querySelector('main')?.children ?? [])].map(({ className }) =>
      className.trim(),
    );
  expect(order(1).indexOf('picture')).toBeGreaterThan(order(1).indexOf('band'));
  expect(order(2).indexOf('picture')).toBeGreaterThan(order(2).indexOf('band'));
});

it('marks the place and rings around it on the radar, which has no map, and nothing on a camera', () => {
  const picture = { url: '/p.png', takenAt: inSeconds(0), alt: 'The radar', goodUntil: inSeconds(60) };
  const radar = shown({ type: 2, picture }).querySelector('figure');
  expect([...(radar?.querySelectorAll('circle') ?? [])].map((ring) => ring.getAttribute('r'))).toEqual([
    '10',
    '20',
  ]);
  expect(radar?.textContent).toContain('rings at 10 and 20 mi');
  expect(shown({ type: 1, picture }).querySelector('circle')).toBeNull();
});
