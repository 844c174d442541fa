import type { AskedRequest, ResponsePeople, ResponseRequestView } from '@allclear/contract';
import { minutesAgo } from '../../clock/example-time.ts';

/** Examples for the tests of this feature. */
export function exampleRequest(part: Partial<AskedRequest> = {}): AskedRequest {
  return {
    ...{ id: 'r1', headline: 'Go inside', text: 'Go inside now.', isDrill: false },
    ...{ askedUtc: minutesAgo(2), response: null, ...part },
  };
}

export function exampleView(part: Partial<ResponseRequestView> = {}): ResponseRequestView {
  const tally = { asked: 4, noResponse: 1, read: 1, inside: 1, help: 1 };
  return {
    ...{ id: 'r1', askedUtc: minutesAgo(10), ...tally, groups: [{ name: 'North', ...tally }] },
    steps: [
      {
        ...{ target: 'The desk', dueUtc: minutesAgo(5) },
        taken: { atUtc: minutesAgo(5), listed: 1, notified: 2, notSent: 0 },
      },
    ],
    ...{ nextStepUtc: null, ...part },
  };
}

/** The person of the example who responded so, as a page of the people. */
export function examplePeople(kind: 'none' | 'read' | 'inside' | 'help', total = 1): ResponsePeople {
  const place = kind === 'inside' ? 'Gym' : '';
  const names = { none: 'Person 1', read: 'Person 2', inside: 'Person 3', help: 'Person 4' };
  const response = kind === 'none' ? null : { kind, place, atUtc: minutesAgo(8), way: 'app' as const };
  return { total, people: [{ id: kind, name: names[kind], groupName: 'North', response }] };
}
