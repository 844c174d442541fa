export interface Term {
  readonly term: string;
  readonly meaning: string;
}

/** The words of the screens, in the order in which a newcomer meets them. */
export const glossary: readonly Term[] = [
  {
    term: 'Stay inside',
    meaning:
      'Lightning was seen within the innermost radius, or a life-safety policy is exceeded. Everybody goes inside and stays there until the all clear.',
  },
  { term: 'Be ready', meaning: 'Lightning was seen within an outer radius. Get ready to stop.' },
  {
    term: 'Observing',
    meaning:
      'No lightning is seen now, but the place has not been observed for long enough to know that it is over.',
  },
  {
    term: 'We don’t know',
    meaning:
      'No lightning data arrive. Treat the place as if lightning were near. It is hatched on every screen; nothing else is hatched.',
  },
  {
    term: 'All clear',
    meaning:
      'The whole time of the policy has passed, every minute of it was observed, and no lightning was seen within the radius. Missing data never count as quiet.',
  },
  {
    term: 'Earliest all clear',
    meaning: 'When the all clear comes if no more lightning is seen. Each new strike starts the time again.',
  },
  {
    term: 'Countdown paused',
    meaning: 'Data are missing since the last observation. The countdown goes on when they arrive.',
  },
  {
    term: 'Observed through',
    meaning: 'Up to this time every minute of lightning data has been received.',
  },
  { term: 'Radius, zone', meaning: 'The circle around a place in which a strike counts.' },
  {
    term: 'Policy',
    meaning: 'A limit that your organization has set, for example wind over 35 mph, and who is notified.',
  },
  { term: 'Warning', meaning: 'A policy that is exceeded at a place, from its start to its end.' },
  {
    term: 'Advisory',
    meaning: 'An alert of the National Weather Service for the place that no policy of yours names.',
  },
  {
    term: 'WBGT',
    meaning:
      'Wet bulb globe temperature: heat as the body feels it, from temperature, humidity, sun and wind.',
  },
  {
    term: 'Estimated',
    meaning: 'Computed from other values, because no instrument measures it at the place.',
  },
  {
    term: 'Simulated weather',
    meaning: 'Made up for trying the product out. Never use it for a decision.',
  },
];

/** What the keyboard does on every page. */
export const shortcuts: readonly { readonly keys: string; readonly action: string }[] = [
  { keys: '?', action: 'Opens this help' },
  { keys: 'Tab, Shift + Tab', action: 'To the next or the previous control' },
  { keys: 'Enter, Space', action: 'Presses it' },
  { keys: '↑ ↓ ← →', action: 'Moves in lists, menus and on the map' },
  { keys: 'Esc', action: 'Closes what is open' },
];
