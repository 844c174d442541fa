import type { PublicWidget } from '@allclear/contract';

export const sampleNowMs = Date.parse('2026-06-06T20:46:00Z');
export const inSeconds = (seconds: number) => new Date(sampleNowMs + seconds * 1_000).toISOString();

/** A widget for tests, made at `sampleNowMs` of both clocks. */
export function sampleWidget(changes: Partial<PublicWidget> = {}): PublicWidget {
  return {
    placeName: 'Oak Field',
    timeZone: 'America/Chicago',
    theme: 0,
    type: 0,
    now: inSeconds(0),
    wallNow: inSeconds(0),
    speed: 1,
    weather: 'live',
    answer: sampleAnswer(),
    warnings: [],
    conditions: [
      {
        condition: 0,
        label: 'Temperature',
        value: '88',
        unit: '°F',
        isOver: false,
        observedAt: inSeconds(-60),
        goodUntil: inSeconds(900),
      },
    ],
    forecasts: [],
    picture: null,
    message: null,
    problems: [],
    standingText: 'Allclear does not guarantee safety.',
    ...changes,
  };
}

export function sampleAnswer(
  changes: Partial<NonNullable<PublicWidget['answer']>> = {},
): NonNullable<PublicWidget['answer']> {
  return {
    kind: 'clear',
    instruction: 'Clear since 1:10 PM',
    word: 'Clear',
    reasons: [],
    clearAt: null,
    observedThrough: inSeconds(-20),
    isPaused: false,
    goodUntil: inSeconds(90),
    ...changes,
  };
}

export const delayAnswer = sampleAnswer({
  kind: 'delay',
  instruction: 'Stay inside',
  word: 'Stay inside',
  reasons: ['Lightning 8.4 mi SSW at 3:38 PM'],
  clearAt: inSeconds(70),
  observedThrough: inSeconds(-20),
  goodUntil: inSeconds(600),
});
