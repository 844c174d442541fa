import type { PlaceAnswerKind } from '@allclear/domain';
import { useMemo } from 'react';
import { useAddress } from '../../tables/use-address.ts';

export const placeViews = ['list', 'board', 'map'] as const;
export type PlacesView = (typeof placeViews)[number];
export type PlaceSort = 'worst' | 'name';

/** What was chosen on the page. */
export interface PlacesChoice {
  readonly view: PlacesView;
  readonly sort: PlaceSort;
  readonly search: string;
  /** The answers that are shown; empty shows all. */
  readonly states: readonly PlaceAnswerKind[];
  /** The id of the group whose places are shown; null shows all. */
  readonly groupId: string | null;
}

const kinds: readonly PlaceAnswerKind[] = [
  'delay',
  'unknown',
  'stop',
  'observing',
  'ready',
  'checking',
  'no-lightning-data',
  'clear',
];

/** The choice in an address; an unreadable part has its initial value. */
export function readChoice(params: URLSearchParams): PlacesChoice {
  const states = (params.get('state') ?? '').split(',');
  return {
    view: placeViews.find((view) => view === params.get('view')) ?? 'list',
    sort: params.get('sort') === 'name' ? 'name' : 'worst',
    search: params.get('q') ?? '',
    states: kinds.filter((kind) => states.includes(kind)),
    groupId: params.get('group') || null,
  };
}

/** The address with a choice; initial values are left out, and other parts stay. */
export function writeChoice(params: URLSearchParams, choice: PlacesChoice): URLSearchParams {
  const written = new URLSearchParams(params);
  const write = (part: string, value: string, isInitial: boolean) => {
    if (isInitial) written.delete(part);
    else written.set(part, value);
  };
  write('view', choice.view, choice.view === 'list');
  write('sort', choice.sort, choice.sort === 'worst');
  write('q', choice.search, choice.search === '');
  write('state', choice.states.join(','), choice.states.length === 0);
  write('group', choice.groupId ?? '', choice.groupId === null);
  return written;
}

/** The choice in the page's address, so that a link, a reload and the back button show the same places. */
export function useChoice(): [PlacesChoice, (part: Partial<PlacesChoice>) => void] {
  const [params, changeAddress] = useAddress();
  const choice = useMemo(() => readChoice(params), [params]);
  const change = (part: Partial<PlacesChoice>) =>
    changeAddress((before) => writeChoice(before, { ...readChoice(before), ...part }));
  return [choice, change];
}
