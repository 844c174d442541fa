import { byUrgency, type PlaceAnswerKind, placeWord } from '@allclear/domain';
import type { PlaceSort } from './places-address.ts';

/** A place as the list orders and filters it. */
export interface ListedPlace {
  readonly id: string;
  readonly label: string;
  readonly kind: PlaceAnswerKind;
}

const naturalOrder = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** The position of each place by name in natural order: 'Field 2' before 'Field 10'. */
export function nameRanks(places: readonly Pick<ListedPlace, 'id' | 'label'>[]): ReadonlyMap<string, number> {
  const ordered = places.toSorted(
    (a, b) => naturalOrder.compare(a.label, b.label) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
  return new Map(ordered.map(({ id }, rank) => [id, rank]));
}

/** Pinned places first; then the worst answer first, or by name. Places of the same answer are in order of name. */
export function inOrder<Place extends ListedPlace>(
  places: readonly Place[],
  sort: PlaceSort,
  pinned: ReadonlySet<string>,
  ranks: ReadonlyMap<string, number>,
): Place[] {
  const rankOf = ({ id }: ListedPlace) => ranks.get(id) ?? ranks.size;
  return places.toSorted(
    (a, b) =>
      Number(pinned.has(b.id)) - Number(pinned.has(a.id)) ||
      (sort === 'worst' ? byUrgency(a.kind, b.kind) : 0) ||
      rankOf(a) - rankOf(b),
  );
}

/** Text without case, accents and other marks, as names are searched. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether folded text contains every word of a search. */
export function isFound(foldedText: string, search: string): boolean {
  return folded(search)
    .split(/\s+/)
    .every((word) => foldedText.includes(word));
}

export interface StateCount {
  readonly kind: PlaceAnswerKind;
  readonly count: number;
}

/** How many places have each answer, the worst first; answers that no place has are left out. */
export function stateCounts(places: readonly Pick<ListedPlace, 'kind'>[]): StateCount[] {
  const counts = new Map<PlaceAnswerKind, number>();
  for (const { kind } of places) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => byUrgency(a.kind, b.kind));
}

/** '2 stay inside'. */
export function countText({ kind, count }: StateCount): string {
  return `${count.toLocaleString('en-US')} ${placeWord(kind).toLowerCase()}`;
}

/** The title of the page: its worst answer, with the number of places that have it. */
export function placesTitle(counts: readonly StateCount[]): string {
  const [worst] = counts;
  return worst === undefined || worst.kind === 'checking' ? 'Places' : `Places: ${countText(worst)}`;
}

/** Names of more characters are cut in the middle, so that what distinguishes them at their end stays. */
const tailCharacters = 14;

/**
 * A long name in two parts, of which the first may be cut: 'North Campus Practice' and ' Field 12 West'. They are
 * divided between words where there is a word boundary near the end, because letters of some scripts join.
 */
export function nameParts(label: string): { readonly head: string; readonly tail: string } {
  const characters = [...label];
  if (characters.length <= 2 * tailCharacters) return { head: label, tail: '' };
  const from = characters.length - tailCharacters;
  const space = characters.findIndex((character, i) => i >= from && character === ' ');
  const at = space === -1 || space > characters.length - 3 ? from : space;
  return { head: characters.slice(0, at).join(''), tail: characters.slice(at).join('') };
}

/**
 * How each of some names is written where text is drawn and cannot be cut by its box: a name of more characters has
 * dots between two of its words, and no two names are written alike. A name that would be, whatever is left out, is
 * written whole. A single long word is cut.
 */
export function shortNames(labels: readonly string[], maxCharacters: number): (label: string) => string {
  const choices = new Map(labels.map((label) => [label, shortenings(label, maxCharacters)]));
  const users = new Map<string, number>();
  for (const written of choices.values())
    for (const one of new Set(written)) users.set(one, (users.get(one) ?? 0) + 1);
  return (label) =>
    (choices.get(label) ?? shortenings(label, maxCharacters)).find((one) => (users.get(one) ?? 0) < 2) ??
    label;
}

/** What a name can be cut to, the one that leaves out least around its middle first. */
function shortenings(label: string, maxCharacters: number): string[] {
  const length = (text: string) => [...text].length;
  if (length(label) <= maxCharacters) return [label];
  const words = label.split(/\s+/).filter((word) => word !== '');
  const found = words.slice(1).flatMap((_, i) => {
    const tail = words.slice(i + 1).join(' ');
    let head = '';
    for (const word of words.slice(0, i)) {
      const longer = head === '' ? word : `${head} ${word}`;
      if (length(longer) + 3 + length(tail) > maxCharacters) break;
      head = longer;
    }
    return head === ''
      ? []
      : [{ text: `${head} … ${tail}`, unevenness: Math.abs(length(head) - length(tail)) }];
  });
  if (found.length > 0)
    return found
      .sort((a, b) => length(b.text) - b.unevenness / 2 - (length(a.text) - a.unevenness / 2))
      .map(({ text }) => text);
  const characters = [...label];
  const end = Math.floor((maxCharacters - 1) / 2);
  return [`${characters.slice(0, maxCharacters - 1 - end).join('')}…${characters.slice(-end).join('')}`];
}
