import type { AskedRequest, ResponseRequestView } from '@allclear/contract';
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
  const person = (id: string, name: string) => ({ id, name, groupName: 'North' });
  return {
    ...{ id: 'r1', askedUtc: minutesAgo(10), ...tally, groups: [{ name: 'North', ...tally }] },
    people: [
      { ...person('p1', 'Person 1'), response: null },
      { ...person('p2', 'Person 2'), response: { kind: 'read', place: '', atUtc: minutesAgo(9) } },
      { ...person('p3', 'Person 3'), response: { kind: 'inside', place: 'Gym', atUtc: minutesAgo(8) } },
      { ...person('p4', 'Person 4'), response: { kind: 'help', place: '', atUtc: minutesAgo(7) } },
    ],
    steps: [
      {
        ...{ target: 'The desk', dueUtc: minutesAgo(5) },
        taken: { atUtc: minutesAgo(5), listed: 1, notified: 2, notSent: 0 },
      },
    ],
    ...{ nextStepUtc: null, ...part },
  };
}
