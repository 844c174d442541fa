import type { PlaceAnswerKind } from './place-answer.ts';
import { placeWord } from './place-words.ts';

/** How many places stand how, what governs first. */
export interface PlacesStand {
  /** '2 in delay, 1 unknown (of 7 locations)'. */
  readonly text: string;
  /** Something holds at least one place, or it is not known that nothing does. */
  readonly isHeld: boolean;
}

/** With their number before them; in the order of what governs. */
const words: Readonly<Record<Exclude<PlaceAnswerKind, 'clear'>, string>> = {
  delay: 'in delay',
  unknown: 'unknown',
  stop: 'stopped',
  observing: 'observing',
  ready: 'with lightning near',
  checking: 'checking',
  'no-lightning-data': 'without lightning data',
};

/**
 * How all places of an organization stand, in one line. While anything holds one of them no place is called clear:
 * who reads the line quickly must not take a part for the whole.
 */
export function placesStand(kinds: readonly PlaceAnswerKind[]): PlacesStand {
  if (kinds.length === 0)
    return { text: 'There are no locations: how the weather stands is not known', isHeld: true };
  const held = Object.entries(words).flatMap(([kind, text]) => {
    const count = kinds.filter((one) => one === kind).length;
    return count === 0 ? [] : [`${count} ${text}`];
  });
  const all = `${kinds.length} ${kinds.length === 1 ? 'location' : 'locations'}`;
  if (held.length === 0) return { text: `${all}: ${placeWord('clear').toLowerCase()}`, isHeld: false };
  return { text: `${held.join(', ')} (of ${all})`, isHeld: true };
}
