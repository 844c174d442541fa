import type { PublicWidget } from '@allclear/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noAnswerLimitMs, type ShownView, widgetView } from './page-view.ts';
import { delayAnswer, inSeconds, sampleAnswer, sampleNowMs, sampleWidget } from './sample-widget.ts';

/** After so many real seconds with answers all along; `answeredAgo`: since the last of them. */
function after(seconds: number, widget: PublicWidget, answeredAgo = 0): ShownView {
  const wallMs = sampleNowMs + seconds * 1_000;
  const view = widgetView({ kind: 'widget', widget, atMs: wallMs - answeredAgo * 1_000 }, wallMs, {
    readerZone: 'America/Chicago',
  });
  if (view.kind !== 'shown') throw new Error(`It is ${view.kind}.`);
  return view;
}

describe('what a widget shows', () => {
  it('is nothing before the first answer, and that there is none for an address that is not known', () => {
    expect(widgetView(null, null)).toEqual({ kind: 'asking' });
    expect(widgetView({ kind: 'gone' }, null)).toEqual({ kind: 'gone' });
  });

  it('is clear only while the answer is good', () => {
    expect(after(90, sampleWidget()).answer.kind).toBe('clear');
    expect(after(91, sampleWidget()).answer).toMatchObject({
      kind: 'unknown',
      instruction: "We don't know since 3:47 PM",
      word: 'Unknown',
      reasons: ['Treat this place as if lightning were near', 'The last data are 1 second old'],
    });
  });

  it('covers itself when no answer came for the limit, however long it would be good', () => {
    const widget = sampleWidget({
      answer: sampleAnswer({ goodUntil: inSeconds(9_000) }),
      message: { text: 'All fields are open', expiresAt: null },
    });
    const limit = noAnswerLimitMs / 1_000;
    expect(after(60, widget, limit).isCovered).toBe(false);
    const view = after(60, widget, limit + 1);
    expect(view.isCovered).toBe(true);
    expect(view.answer.kind).toBe('unknown');
    expect(view).toMatchObject({ conditions: [], forecasts: [], warnings: [], message: null, picture: null });
    expect(view.standingText).toBe('Allclear does not guarantee safety.');
  });

  it('says nothing of a place that is gone', () => {
    const view = after(0, sampleWidget({ answer: null, problems: ['The location was deleted.'] }));
    expect(view.answer).toMatchObject({ kind: 'unknown', instruction: "We don't know" });
    expect(view.problems).toEqual(['The location was deleted.']);
  });

  it.each([
    [0, '1:30'],
    [30.5, '1:00'],
    [89, '0:01'],
  ])('counts down: after %d s %s', (seconds, countdown) => {
    expect(after(seconds, sampleWidget({ answer: delayAnswer })).answer).toMatchObject({
      kind: 'delay',
      countdown,
    });
  });

  it('stays Checking at zero, and asks', () => {
    for (const seconds of [90, 91, 400]) {
      const view = after(seconds, sampleWidget({ answer: delayAnswer }));
      expect(view.answer).toMatchObject({
        kind: 'checking',
        instruction: 'Checking…',
        word: 'Checking',
        countdown: '0:00',
      });
      expect(view.isAtZero).toBe(true);
    }
  });

  it('stands still while it is paused', () => {
    const view = after(300, sampleWidget({ answer: { ...delayAnswer, isPaused: true } }));
    expect(view.answer).toMatchObject({ kind: 'delay', countdown: '1:30', isPaused: true });
  });

  it('counts at the speed of the weather', () => {
    expect(
      after(2, sampleWidget({ answer: delayAnswer, speed: 20, weather: 'simulated' })).answer.countdown,
    ).toBe('0:50');
  });

  it('covers each part past the instant through which it is good, and says its age', () => {
    const old = inSeconds(-60);
    const view = after(0, {
      ...sampleWidget({ answer: sampleAnswer() }),
      warnings: [{ text: 'Wind over 35 mph', goodUntil: old }],
      conditions: [
        {
          condition: 2,
          label: 'Wind',
          value: '4',
          unit: 'mph',
          isOver: true,
          observedAt: inSeconds(-720),
          goodUntil: old,
        },
        {
          condition: 9,
          label: 'AQI',
          value: '--',
          unit: '',
          isOver: false,
          observedAt: null,
          goodUntil: inSeconds(60),
        },
      ],
      forecasts: [{ forecastType: 0, label: 'Hourly', points: [], goodUntil: old }],
      picture: { url: '/p.png', takenAt: old, alt: 'Camera', goodUntil: old },
    });
    expect(view.answer.kind).toBe('clear');
    expect(view.warnings).toEqual([{ text: 'Wind over 35 mph', covered: '3:45 PM, 1 minute ago' }]);
    expect(view.conditions).toMatchObject([
      { value: '--', isOver: false, isCovered: true, age: '12 minutes ago' },
      { value: '--', isCovered: true, age: null },
    ]);
    expect(view.forecasts[0]?.covered).toBe('3:45 PM, 1 minute ago');
    expect(view.picture?.covered).toBe('3:45 PM, 1 minute ago');
  });

  it('leaves a message out when it has expired', () => {
    const message = { text: 'Gates open at 5', expiresAt: inSeconds(30) };
    expect(after(29, sampleWidget({ message })).message).toBe('Gates open at 5');
    expect(after(30, sampleWidget({ message })).message).toBeNull();
  });

  it.each([
    ['live', null],
    ['simulated', 'Simulated weather. Not for safety decisions.'],
    ['replay', 'Replayed weather. Not for safety decisions.'],
  ] as const)('marks %s weather: %s', (weather, notice) => {
    expect(after(0, sampleWidget({ weather })).notice).toBe(notice);
  });

  it('gives times with their zone to a reader in another one', () => {
    const wallMs = sampleNowMs + 100_000;
    const view = widgetView({ kind: 'widget', widget: sampleWidget(), atMs: wallMs }, wallMs, {
      readerZone: 'Asia/Tokyo',
    });
    expect(view).toMatchObject({ answer: { instruction: "We don't know since 3:47 PM CDT" } });
  });

  it('never says clear past what it is good for, nor of a delay that ran down, at any speed', () => {
    const seconds = fc.integer({ min: -600, max: 3_600 });
    const kinds = ['clear', 'delay', 'observing', 'stop', 'ready'] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.record({ good: seconds, clear: seconds, gone: fc.nat(7_200), answeredAgo: fc.nat(90) }),
        fc.constantFrom(1, 20, 60),
        (kind, { good, clear, gone, answeredAgo }, speed) => {
          const answer = { ...delayAnswer, kind, goodUntil: inSeconds(good), clearAt: inSeconds(clear) };
          const { answer: shown } = after(gone, sampleWidget({ answer, speed }), answeredAgo);
          const isGood = gone * speed <= good && answeredAgo <= noAnswerLimitMs / 1_000;
          expect(shown.kind === 'clear').toBe(kind === 'clear' && isGood);
          expect(shown.kind === 'unknown').toBe(!isGood);
        },
      ),
    );
  });
});
