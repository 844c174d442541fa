import type { LightningDelay } from '@allclear/contract';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { GuardedCard } from '../../ui/Card.tsx';
import { follow } from './countdown.ts';
import {
  affectedZone,
  exampleAnswer,
  exampleNowMs,
  exampleStrike,
  exampleZone,
  isoAgo,
  observingZone,
  thunderZone,
} from './example.ts';
import { LightningCard, lightningCrashText } from './LightningCard.tsx';
import { type LightningView, lightningView } from './lightning-view.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const viewOf = (answer: LightningDelay, atMs = exampleNowMs) =>
  lightningView({ followed: follow(undefined, answer, 10_000) }, atMs, 180);
const unobserved = new ApiFailure({
  status: 503,
  code: 'lightning-unobserved',
  message: 'x',
  lastKnown: {
    observedThrough: isoAgo(840),
    now: isoAgo(0),
    zones: [{ zone: 1, radiusMiles: 10, range: '0-10 mi', inDelay: false, lastStrike: null }],
  },
});
const blinded = new ApiFailure({
  status: 503,
  code: 'lightning-unobserved',
  message: 'x',
  lastKnown: {
    observedThrough: isoAgo(300),
    now: isoAgo(0),
    remark: 'The lightning mapper is blinded by the sun.',
    zones: [{ zone: 1, radiusMiles: 10, range: '0-10 mi', inDelay: true, lastStrike: null }],
  },
});
const blindedFromTheStart = new ApiFailure({
  status: 503,
  code: 'lightning-unobserved',
  message: 'x',
  lastKnown: {
    observedThrough: null,
    now: isoAgo(0),
    remark: 'The lightning mapper may be blinded by the sun.',
    zones: [],
  },
});

function card(view: LightningView, onAsk: () => void = () => undefined) {
  return (
    <MantineProvider>
      <LightningCard
        view={view}
        label="Pier"
        timeZone="America/New_York"
        nowMs={exampleNowMs}
        support={{ email: 'help@example.org', phone: '+1 813 555 0100' }}
        tape={{ kind: 'asking' }}
        onRefresh={onAsk}
      />
    </MantineProvider>
  );
}
const text = () => screen.getByRole('region', { name: 'Lightning Status' }).textContent ?? '';

const states: [string, LightningView, string[], string[]][] = [
  [
    'a delay',
    viewOf(exampleAnswer({ zones: [affectedZone(1, 1361), affectedZone(2, 1563)], strikeCount: 41 })),
    [
      '22:41',
      '26:03',
      '0-10 mi',
      'Last strike 4.2 mi NE, 3 min ago',
      'observed through',
      '41 strikes within 20 mi',
    ],
    ['All Clear'],
  ],
  [
    'a delay in an outer zone',
    viewOf(exampleAnswer({ zones: [exampleZone(1), affectedZone(2, 60)] })),
    ['All Clear', '01:00'],
    [],
  ],
  [
    'more than an hour',
    viewOf(exampleAnswer({ allClearMinutes: 60, zones: [affectedZone(1, 3725)] })),
    ['62:05'],
    [],
  ],
  [
    'observing',
    viewOf(exampleAnswer({ zones: [observingZone(1, 600)] })),
    ['10:00', '0-10 mi'],
    ['All Clear'],
  ],
  [
    'all clear',
    viewOf(exampleAnswer()),
    ['All Clear', '0-10 mi, 10-20 mi, 20-30 mi', 'since', 'No strikes within 30 mi'],
    ['Delay'],
  ],
  [
    'a short timer',
    viewOf(
      exampleAnswer({
        allClearMinutes: 10,
        note: 'Shorter than the 30 minutes that NFHS, NCAA and NWS advise',
      }),
    ),
    ['shorter than the 30 minutes that NFHS, NCAA and NWS advise'],
    [],
  ],
  [
    'unobserved',
    lightningView({ failure: unobserved }, exampleNowMs, 180),
    [
      'Lightning status is temporarily unavailable.',
      'Last known 14 minutes ago',
      'help@example.org',
      '+1 813 555 0100',
    ],
    ['All Clear', 'clear at'],
  ],
  [
    'a delay while the satellite is blinded',
    viewOf(
      exampleAnswer({
        zones: [affectedZone(1, 600)],
        remark: 'The lightning mapper is blinded by the sun.',
      }),
    ),
    ['10:00', 'The lightning mapper is blinded by the sun.'],
    ['All Clear'],
  ],
  [
    'unobserved because the satellite is blinded',
    lightningView({ failure: blinded }, exampleNowMs, 180),
    ['Lightning status is temporarily unavailable.', 'The lightning mapper is blinded by the sun.'],
    ['All Clear', 'clear at'],
  ],
  [
    'blinded before anything was observed',
    lightningView({ failure: blindedFromTheStart }, exampleNowMs, 180),
    ['Nothing is known of the lightning here yet.', 'The lightning mapper may be blinded by the sun.'],
    ['All Clear', 'clear at'],
  ],
  [
    'too old',
    viewOf(exampleAnswer(), exampleNowMs + 600_000),
    ['Lightning status is temporarily unavailable.'],
    ['All Clear'],
  ],
  ['not covered', { kind: 'not-covered' }, ['No lightning feed covers this place.'], ['All Clear']],
];

it.each(states)('%s', (_, view, has, hasNot) => {
  render(card(view));
  for (const words of has) expect(text()).toContain(words);
  for (const words of hasNot) expect(text()).not.toContain(words);
  expect(text()).toContain('Allclear does not guarantee safety.');
});

it.each(states)('%s is hatched when it is not known, and only then', (_, view) => {
  render(card(view));
  const hatched = screen.getByRole('region', { name: 'Lightning Status' }).classList.contains('hatched');
  expect(hatched).toBe(view.kind === 'unavailable' || view.kind === 'not-covered');
});

it('asks the server at 0:00, again while nothing changes, and never turns clear by itself', () => {
  vi.useFakeTimers();
  const asked = vi.fn();
  render(card(viewOf(exampleAnswer({ zones: [affectedZone(1, 10)] }), exampleNowMs + 20_000), asked));
  expect(asked).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(4_000);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(text()).toContain('00:00');
  expect(text()).not.toContain('All Clear');
});

it('pulses once at a new strike, not at the first sight of an old one', () => {
  vi.useFakeTimers();
  const lastStrikeAt = (at: string) =>
    card(
      viewOf(exampleAnswer({ zones: [{ ...affectedZone(1, 600), lastStrike: { ...exampleStrike, at } }] })),
    );
  const pulses = () => /pulse/.test(screen.getByRole('region', { name: 'Lightning Status' }).className);
  const { rerender } = render(lastStrikeAt(isoAgo(180)));
  expect(pulses()).toBe(false);
  rerender(lastStrikeAt(isoAgo(5)));
  expect(pulses()).toBe(true);
  act(() => vi.advanceTimersByTime(600));
  expect(pulses()).toBe(false);
});

it('a card that crashes says so and stays where it is', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <MantineProvider>
      <GuardedCard title="Lightning Status" fallback={lightningCrashText} resetKey="a">
        <LightningCard
          view={{ kind: 'delay' } as LightningView}
          label=""
          timeZone="UTC"
          nowMs={null}
          support={null}
          tape={{ kind: 'asking' }}
          onRefresh={() => undefined}
        />
      </GuardedCard>
    </MantineProvider>,
  );
  expect(text()).toContain(
    "Your lightning data is on strike. We're in negotiations and will be back to work soon.",
  );
  quiet.mockRestore();
});

function closedCard(view: LightningView) {
  return render(
    <MantineProvider>
      <LightningCard
        {...{ view, isClosed: true, label: 'Pier', timeZone: 'UTC', nowMs: exampleNowMs, support: null }}
        tape={{ kind: 'covered' }}
        onRefresh={() => undefined}
      />
    </MantineProvider>,
  ).container;
}

it('of a closed place nothing on the card says clear, and nothing is green', () => {
  const quiet = closedCard(viewOf(exampleAnswer()));
  expect(quiet.textContent).toContain('This place is closed.');
  expect(quiet.textContent).not.toMatch(/all clear|\bclear\b/i);
  expect(quiet.querySelector('[data-tone="clear"]')).toBeNull();
  cleanup();
  const partly = closedCard(viewOf(exampleAnswer({ zones: [affectedZone(1, 900), exampleZone(2)] })));
  expect(partly.textContent?.replace('All clear needs 30 quiet minutes', '')).not.toMatch(/\bclear\b/i);
});

it('a zone that thunder holds has a ring as after a strike, and the card says when it was heard', () => {
  const zones = [thunderZone(1, 900), exampleZone(2)];
  const { container } = render(card(viewOf(exampleAnswer({ zones }))));
  expect(container.querySelector('[data-tone="danger"]')).toBeTruthy();
  expect(container.textContent).toMatch(/Thunder heard \d+:\d\d [AP]M/);
  expect(container.textContent).not.toContain('Last strike');
});

it('thunder is named while lightning is not observed', () => {
  const failure = new ApiFailure({
    ...{ status: 503, code: 'lightning-unobserved', message: 'x' },
    lastKnown: {
      ...{ observedThrough: isoAgo(840), now: isoAgo(0), remark: null },
      zones: [
        {
          ...{ zone: 1, radiusMiles: 10, range: '0-10 mi', inDelay: true, lastStrike: null },
          thunder: { at: isoAgo(60), distanceMiles: 3, until: isoAgo(-1740), lifeSafety: false },
        },
      ],
    },
  });
  const { container } = render(card(lightningView({ failure }, exampleNowMs, 180)));
  expect(container.textContent).toMatch(/Thunder heard .*, about 3 mi away. It holds this place until/);
});
