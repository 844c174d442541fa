/** What `GET public/Widget/:id` answers in the states that a widget can be in. */
export interface SampleWidget {
  placeName: string;
  theme: 0 | 1;
  type: 0 | 1 | 2;
  now: string;
  wallNow: string;
  speed: number;
  weather: 'live' | 'simulated' | 'replay';
  answer: {
    kind: string;
    instruction: string;
    word: string;
    reasons: readonly string[];
    clearAt: string | null;
    observedThrough: string | null;
    isPaused: boolean;
    goodUntil: string;
  } | null;
  [field: string]: unknown;
}

export type SampleState = 'clear' | 'delay' | 'unknown' | 'warnings' | 'covered';
export const sampleStates: readonly SampleState[] = ['clear', 'delay', 'unknown', 'warnings', 'covered'];

const minuteMs = 60_000;

/** A widget of a state, made at this moment of the wall clock; its weather is of now. */
export function sampleWidget(
  state: SampleState,
  { theme = 1, type = 0, nowMs = Date.now() }: { theme?: 0 | 1; type?: 0 | 1 | 2; nowMs?: number } = {},
): SampleWidget {
  const at = (minutes: number) => new Date(nowMs + minutes * minuteMs).toISOString();
  const isCovered = state === 'covered';
  const good = isCovered ? at(-12) : at(60);
  return {
    placeName:
      state === 'warnings' ? 'Northwest Regional Sports and Recreation Complex, Field 14' : 'Oak Field',
    timeZone: 'America/Chicago',
    theme,
    type,
    now: at(0),
    wallNow: at(0),
    speed: 1,
    weather: state === 'clear' ? 'live' : 'simulated',
    answer: { ...answers(at)[state], goodUntil: isCovered ? at(-12) : at(2) },
    warnings:
      state === 'warnings' || isCovered
        ? [
            { text: 'Wind gust at or above 35 mph', goodUntil: good },
            { text: 'NWS Severe Thunderstorm Warning, NWS Flash Flood Warning', goodUntil: good },
          ]
        : [],
    conditions: [
      condition(0, 'Temperature', '88', '°F', at(-2), good),
      condition(2, 'Wind Speed', '21', 'mph', at(-2), good),
      { ...condition(4, 'Wind Gust', '37', 'mph', at(-2), good), isOver: state === 'warnings' },
      condition(3, 'Precipitation', '0.12', 'in (1 h)', at(-2), good),
      state === 'unknown'
        ? { ...condition(9, 'Air Quality Index', '--', 'AQI', null, good) }
        : condition(9, 'Air Quality Index', '42', 'AQI', at(-30), good),
    ],
    forecasts: [
      {
        forecastType: 0,
        label: 'Hourly forecast: Temperature',
        points: ['4 PM', '5 PM', '6 PM', '7 PM', '8 PM', '9 PM'].map((label, index) => ({
          at: at(index * 60),
          label,
          value: `${89 - index}°`,
        })),
        goodUntil: good,
      },
      {
        forecastType: 1,
        label: 'Daily forecast: Temperature',
        points: ['Sat', 'Sun', 'Mon', 'Tue', 'Wed'].map((label, index) => ({
          at: at(index * 1_440),
          label,
          value: `${91 - index}°`,
          low: `${70 - index}°`,
        })),
        goodUntil: good,
      },
    ],
    picture:
      type === 0
        ? null
        : {
            url: '/picture.svg',
            takenAt: at(-3),
            alt: type === 1 ? 'The camera at Oak Field' : 'Radar around Oak Field',
            goodUntil: good,
          },
    message: { text: 'Gates open at 5 PM. Shelters are in the field house and the gym.', expiresAt: null },
    problems: state === 'unknown' ? ['The policy of this widget was deleted.'] : [],
    standingText:
      'Allclear does not guarantee safety. If you hear thunder or see lightning, take shelter, even when no signal is given.',
  };
}

function condition(
  code: number,
  label: string,
  value: string,
  unit: string,
  observedAt: string | null,
  goodUntil: string,
) {
  return { condition: code, label, value, unit, isOver: false, observedAt, goodUntil };
}

/** Their `goodUntil` is set by the sample. */
function answers(at: (minutes: number) => string) {
  const none = { clearAt: null, observedThrough: at(-0.5), isPaused: false };
  const clear = { ...none, kind: 'clear', instruction: 'Clear since 1:10 PM', word: 'Clear', reasons: [] };
  return {
    clear,
    covered: clear,
    delay: {
      ...none,
      kind: 'delay',
      instruction: 'Stay inside',
      word: 'Stay inside',
      reasons: ['Lightning 8.4 mi SSW at 3:38 PM'],
      clearAt: at(21.2),
    },
    unknown: {
      ...none,
      kind: 'unknown',
      instruction: "We don't know since 3:30 PM",
      word: 'Unknown',
      reasons: ['Treat this place as if lightning were near'],
      observedThrough: null,
    },
    warnings: {
      ...none,
      kind: 'stop',
      instruction: 'Stop: wind gust over 35 mph',
      word: 'Stop',
      reasons: ['NWS Severe Thunderstorm Warning'],
    },
  } as const satisfies Record<SampleState, object>;
}
