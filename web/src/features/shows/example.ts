import type { PublicScene, PublicShow } from '@allclear/contract';

export const exampleNowMs = Date.parse('2026-06-06T20:46:00Z');
export const inSeconds = (seconds: number) => new Date(exampleNowMs + seconds * 1_000).toISOString();

type Place = PublicShow['places'][number];

/** For tests: a place, clear unless changed. */
export function examplePlace(id: string, answer: Partial<Place['answer']> = {}, name = `Field ${id}`): Place {
  return {
    ...{ id, name, timeZone: 'America/Chicago' },
    answer: {
      ...{ kind: 'clear', instruction: 'Clear since 1:10 PM', word: 'Clear', reasons: [], clearAt: null },
      ...{ observedThrough: inSeconds(-20), isPaused: false, goodUntil: inSeconds(90) },
      ...answer,
    },
  };
}

export const delayAnswer: Partial<Place['answer']> = {
  ...{ kind: 'delay', instruction: 'Stay inside', word: 'Stay inside', isPaused: false },
  ...{ reasons: ['Lightning 8.4 mi SSW at 3:38 PM'], clearAt: inSeconds(1_340), goodUntil: inSeconds(90) },
};

/** A scene of each kind, with its data. */
export const exampleScenes: readonly PublicScene[] = [
  { kind: 'lightning', seconds: 10, placeId: 'a' },
  {
    ...{ kind: 'map', seconds: 20 },
    picture: {
      ...{ url: '/api/public/Show/Picture/r4nd0m', takenAt: inSeconds(-240), alt: 'Radar' },
      goodUntil: inSeconds(900),
    },
  },
  {
    ...{ kind: 'conditions', seconds: 10, placeId: 'a' },
    conditions: ['Temperature', 'Feels like', 'Wind', 'Rain today'].map((label, index) => ({
      ...{ condition: index, label, value: String(80 + index), unit: ['°F', '°F', 'mph', 'in'][index] ?? '' },
      ...{ isOver: index === 2, observedAt: inSeconds(-60), goodUntil: inSeconds(600) },
    })),
  },
  {
    ...{ kind: 'forecast', seconds: 10, placeId: 'a' },
    forecasts: ['Hourly temperature', 'Daily temperature'].map((label, daily) => ({
      ...{ forecastType: daily === 0 ? (0 as const) : (1 as const), label, goodUntil: inSeconds(3_600) },
      points: Array.from({ length: 10 }, (_, index) => ({
        ...{ at: inSeconds(3_600 * (index + 1)), label: `${index + 1} PM`, value: `${80 + index}°` },
        ...(daily === 1 ? { low: `${60 + index}°` } : {}),
      })),
    })),
  },
  {
    ...{ kind: 'warnings', seconds: 10, goodUntil: inSeconds(120) },
    warnings: [{ placeId: 'b', text: 'Wind over 25 mph' }],
  },
  {
    ...{ kind: 'camera', seconds: 10, name: 'Main gate', problem: null },
    picture: {
      ...{ url: '/api/public/Show/Picture/st1ll', alt: 'Camera: Main gate' },
      ...{ wallTakenAt: inSeconds(-5), wallGoodUntil: inSeconds(25) },
    },
  },
  {
    ...{ kind: 'message', seconds: 10, title: 'Today', text: 'Gates open at 5 PM. Bring water and a hat.' },
  },
];

/** For tests: a show of two clear places, made at `exampleNowMs` of both clocks. */
export function exampleShow(changes: Partial<PublicShow> = {}): PublicShow {
  return {
    ...{ name: 'Scoreboard', layout: 'wide', ticker: 'Welcome to the stadium', showsClock: true },
    ...{ timeZone: 'America/Chicago', now: inSeconds(0), wallNow: inSeconds(0), speed: 1, weather: 'live' },
    places: [examplePlace('a', {}, 'Oak Field'), examplePlace('b', {}, 'Lake Park')],
    scenes: [...exampleScenes],
    problems: [],
    standingText:
      'Allclear does not guarantee safety. If you hear thunder or see lightning, take shelter, even when no signal is given.',
    ...changes,
  };
}
