import type { PublicShow } from '@allclear/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  delayAnswer,
  exampleNowMs,
  examplePlace,
  exampleScenes,
  exampleShow,
  inSeconds,
} from '../example.ts';
import { followedScreen, nothingReceived, screenOfShow, withShow } from '../screen/stage-screen.ts';
import { Stage, type StageProps } from './Stage.tsx';

afterEach(cleanup);

const at = (seconds: number) => exampleNowMs + seconds * 1_000;
function stage(show: PublicShow, { seconds = 0, ...props }: Partial<StageProps> & { seconds?: number } = {}) {
  return (
    <MantineProvider>
      <Stage
        show={show}
        screen={screenOfShow(show, at(seconds))}
        now={at(seconds)}
        elapsedMs={0}
        {...props}
      />
    </MantineProvider>
  );
}
const only = (scene: PublicShow['scenes'][number]) => exampleShow({ scenes: [scene] });
const text = (container: HTMLElement) =>
  container.querySelector('[data-stage]')?.parentElement?.textContent ?? '';

/** Texts that may calm somebody. The earliest all clear is no all clear. */
function calmingWords(container: HTMLElement): string[] {
  return (
    text(container)
      .replace(/(earliest all clear|all clear not before)/gi, '')
      .match(/\b(all clear|clear|no warning)\b/gi) ?? []
  );
}

describe('the screen of a show', () => {
  it('connects and ends without a calming word, and the end is plain', () => {
    const { container, rerender } = render(
      stage(exampleShow(), { show: null, screen: { kind: 'connecting' }, now: 0 }),
    );
    expect(text(container)).toContain('Connecting…');
    expect(calmingWords(container)).toEqual([]);
    rerender(stage(exampleShow(), { show: null, screen: { kind: 'ended' }, now: 0 }));
    expect(text(container)).toContain('This show has ended.');
    expect(text(container)).not.toContain('Oak Field');
  });

  it('is taken by a delay, the worst place first, whatever the scene was', () => {
    const show = exampleShow({
      weather: 'simulated',
      places: [
        examplePlace(
          'a',
          { ...delayAnswer, kind: 'stop', instruction: 'Stop: wind', word: 'Stop' },
          'Lake Park',
        ),
        examplePlace('b', delayAnswer, 'Oak Field'),
        examplePlace('c', {}, 'Quiet Field'),
      ],
    });
    const { container } = render(stage(show, { seconds: 60 }));
    expect(screen.getByRole('heading', { name: 'Oak Field' })).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('21:40');
    expect(screen.getByRole('listitem').textContent).toContain('Lake Park');
    expect(screen.getByRole('note').textContent).toContain('Simulated weather');
    expect(text(container)).not.toContain('Quiet Field');
    expect(calmingWords(container)).toEqual([]);
  });

  it('covers everything when the data are old, and says since when', () => {
    const { container } = render(stage(exampleShow(), { seconds: 400 }));
    expect(screen.getByRole('heading', { name: /^No current data since 3:47\sPM$/ })).toBeTruthy();
    expect(text(container)).toContain('Treat these places as if lightning were near');
    expect(container.querySelector('[data-scene]')).toBeNull();
    expect(screen.queryByText('Welcome to the stadium')).toBeNull();
  });

  it('shows one scene after another, each with its data', () => {
    const kinds = [0, 10, 30, 40, 50, 60, 70, 80].map((seconds) => {
      const { container, unmount } = render(stage(exampleShow(), { elapsedMs: seconds * 1_000 }));
      const kind = container.querySelector('[data-scene]')?.getAttribute('data-scene');
      unmount();
      return kind;
    });
    expect(kinds).toEqual([
      ...['lightning', 'map', 'conditions', 'forecast', 'warnings', 'camera', 'message', 'lightning'],
    ]);
  });

  it('has a banner for places that are to be ready, and is not covered by it', () => {
    const ready = {
      kind: 'ready' as const,
      instruction: 'Lightning within 20 mi: be ready',
      word: 'Be ready',
    };
    render(stage(exampleShow({ places: [examplePlace('a', ready, 'Oak Field'), examplePlace('b')] })));
    expect(screen.getByRole('list', { name: 'Places to watch' }).textContent).toContain('Oak Field');
    expect(screen.getByRole('region', { name: 'Lightning: Oak Field' })).toBeTruthy();
  });

  it.each<[string, PublicShow['scenes'][number]]>([
    ['There is no radar picture now', { kind: 'map', seconds: 10, picture: null }],
    ['There are no measurements now', { kind: 'conditions', seconds: 10, placeId: 'a', conditions: [] }],
    ['There is no forecast now', { kind: 'forecast', seconds: 10, placeId: 'a', forecasts: [] }],
    [
      'The warnings are not known',
      { kind: 'warnings', seconds: 10, warnings: null, goodUntil: inSeconds(90) },
    ],
    ['The place of this scene is gone', { kind: 'lightning', seconds: 10, placeId: 'nowhere' }],
  ])('"%s" covers a scene without data', (words, scene) => {
    const { container } = render(stage(only(scene)));
    expect(container.querySelector('[data-covered]')?.textContent).toContain(words);
    expect(calmingWords(container)).toEqual([]);
  });

  it('covers each part that is too old, and shows none of its values', () => {
    const fresh = { places: [examplePlace('a', { goodUntil: inSeconds(9_999) }, 'Oak Field')] };
    const covers = exampleScenes.slice(1, 6).map((scene) => {
      const { container, unmount } = render(stage({ ...only(scene), ...fresh }, { seconds: 8_000 }));
      const covered = container.querySelectorAll('[data-covered]').length;
      const hasImage = container.querySelector('[data-scene] img') !== null;
      const words = text(container);
      unmount();
      return {
        covered,
        words,
        hasImage,
        hasValue: /8[0-9]|Wind over/.test(words.replace(/\d+:\d+ [AP]M/g, '')),
      };
    });
    expect(covers.map(({ covered }) => covered)).toEqual([1, 4, 2, 1, 1]);
    expect(covers.map(({ hasImage, hasValue, words }) => (hasImage || hasValue ? words : ''))).toEqual([
      ...['', '', '', '', ''],
    ]);
  });

  describe('a scene of a camera', () => {
    const camera = exampleScenes.find(({ kind }) => kind === 'camera') as Extract<
      PublicShow['scenes'][number],
      { kind: 'camera' }
    >;
    const fresh = { places: [examplePlace('a', { goodUntil: inSeconds(9_999_999) }, 'Oak Field')] };
    const shown = (scene: typeof camera, seconds: number, show: Partial<PublicShow> = {}) => {
      const { container, unmount } = render(
        stage({ ...only(scene), ...fresh, ...show }, { seconds: seconds * (show.speed ?? 1) }),
      );
      const image = container.querySelector('[data-scene] img')?.getAttribute('src') ?? null;
      const covered = container.querySelector('[data-covered]')?.textContent ?? null;
      const caption = container.querySelector('figcaption')?.textContent ?? null;
      unmount();
      return { image, covered, caption };
    };

    it('has its age by the wall clock, however fast the weather is, and is covered after half a minute', () => {
      for (const speed of [1, 60]) {
        expect(shown(camera, 20, { speed })).toEqual({
          ...{ image: camera.picture?.url, covered: null, caption: 'Main gate · 25 seconds ago' },
        });
        const { image, covered } = shown(camera, 31, { speed });
        expect([image, covered]).toEqual([
          null,
          expect.stringMatching(/^Main gateToo old since .*6 seconds/),
        ]);
      }
      // The clock of the weather is another day.
      const ahead = { now: inSeconds(-86_400), wallNow: inSeconds(0) };
      expect(shown(camera, -86_400 + 20, ahead).caption).toBe('Main gate · 25 seconds ago');
    });

    it('says why there is no picture, and no newer one', () => {
      const problem = 'The camera cannot be reached';
      expect(shown({ ...camera, picture: null, problem }, 0)).toEqual({
        ...{ image: null, covered: `Main gate${problem}`, caption: null },
      });
      expect(shown({ ...camera, problem }, 10).image).toBe(camera.picture?.url);
      expect(shown({ ...camera, problem }, 40).covered).toContain(`${problem} · Too old since`);
    });

    it('loads its picture before it is on', () => {
      const { container } = render(stage(exampleShow({ scenes: [exampleScenes[0]!, camera] })));
      expect(container.querySelector('img[hidden]')?.getAttribute('src')).toBe(camera.picture?.url);
    });
  });

  it.each(['wide', 'portrait', 'ribbon'] as const)(
    'has the layout %s, and is seen through only in scenes',
    (layout) => {
      const { container, rerender } = render(stage(exampleShow({ layout }), { background: '#00ff00' }));
      const element = container.querySelector<HTMLElement>('[data-stage]');
      expect(element?.dataset.layout).toBe(layout);
      expect(element?.dataset.keyed).toBe('true');
      expect(element?.dataset.screen).toBe('scenes');
      rerender(stage(exampleShow({ layout }), { seconds: 900, background: '#00ff00' }));
      expect(element?.dataset.screen).toBe('old');
    },
  );

  it('says on every frame that the weather is not live, and that nothing is guaranteed', () => {
    for (const seconds of [0, 10, 30, 40, 50, 60, 70, 900]) {
      const { container, unmount } = render(
        stage(exampleShow({ weather: 'replay' }), {
          seconds: seconds === 900 ? 900 : 0,
          elapsedMs: seconds * 1_000,
        }),
      );
      expect(text(container)).toContain('Replayed weather. Not for safety decisions.');
      expect(text(container)).toContain('Allclear does not guarantee safety.');
      unmount();
    }
  });
});

const kinds = [
  'delay',
  'unknown',
  'stop',
  'observing',
  'ready',
  'checking',
  'no-lightning-data',
  'clear',
] as const;
const words = {
  delay: 'Stay inside',
  unknown: "We don't know",
  stop: 'Stop: wind',
  observing: 'Observing',
} as const;

const randomPlace = fc
  .record({
    kind: fc.constantFrom(...kinds),
    good: fc.integer({ min: -100, max: 100 }),
    clearAt: fc.option(fc.integer({ min: -100, max: 2_000 })),
    observed: fc.option(fc.integer({ min: -100, max: 0 })),
    isPaused: fc.boolean(),
  })
  .map(({ kind, good, clearAt, observed, isPaused }) => ({
    ...{ kind, isPaused, goodUntil: inSeconds(good), reasons: [] },
    instruction: kind === 'clear' ? 'Clear' : ((words as Record<string, string>)[kind] ?? 'Wait'),
    word: kind === 'clear' ? 'Clear' : 'Wait',
    clearAt: clearAt === null ? null : inSeconds(clearAt),
    observedThrough: observed === null ? null : inSeconds(observed),
  }));

it('a calming word is said only of a place that is known to be clear, or of warnings that are known', () => {
  fc.assert(
    fc.property(
      fc.array(randomPlace, { maxLength: 4 }),
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom('wide', 'portrait', 'ribbon'),
      (answers, turnedSeconds, seconds, answeredSeconds, layout) => {
        const show = exampleShow({
          ...{
            layout,
            ticker: '',
            places: answers.map((answer, i) => examplePlace('ab'[i] ?? `p${i}`, answer)),
          },
          scenes: exampleScenes.map((scene) =>
            scene.kind === 'warnings' ? { ...scene, warnings: [] } : scene,
          ),
        });
        const followed = withShow(nothingReceived, { show, atMs: at(answeredSeconds) }, at(answeredSeconds));
        const now = at(answeredSeconds + seconds);
        const shown = followedScreen(followed, now);
        const { container, unmount } = render(
          stage(show, { screen: shown, now, elapsedMs: turnedSeconds * 1_000 }),
        );
        const calming = calmingWords(container);
        const scene = container.querySelector('[data-scene]')?.getAttribute('data-scene');
        unmount();
        if (calming.length === 0) return;
        expect(shown.kind).toBe('scenes');
        expect(seconds).toBeLessThanOrEqual(30);
        expect(answers.every(({ goodUntil }) => now <= Date.parse(goodUntil))).toBe(true);
        expect(answers.every(({ kind }) => ['clear', 'ready', 'no-lightning-data'].includes(kind))).toBe(
          true,
        );
        if (scene === 'lightning') expect(answers[0]?.kind).toBe('clear');
        else expect(scene).toBe('warnings');
      },
    ),
    { numRuns: 150 },
  );
});

it('eight hours of turns leave as many elements as the first', () => {
  const show = exampleShow({
    places: [
      examplePlace('a', { goodUntil: inSeconds(99_999) }),
      examplePlace('b', { goodUntil: inSeconds(99_999) }),
    ],
  });
  const { container, rerender } = render(stage(show));
  const counts = new Map<string, Set<number>>();
  let turns = 0;
  let before = '';
  for (let seconds = 0; seconds < 8 * 3_600; seconds += 37) {
    rerender(stage(show, { elapsedMs: seconds * 1_000 }));
    const kind = container.querySelector('[data-scene]')?.getAttribute('data-scene') ?? '';
    if (kind !== before) turns += 1;
    before = kind;
    const seen = counts.get(kind) ?? new Set();
    counts.set(kind, seen.add(document.querySelectorAll('*').length));
  }
  expect(turns).toBeGreaterThan(50);
  expect(counts.size).toBe(7);
  for (const seen of counts.values()) expect(seen.size).toBe(1);
});
