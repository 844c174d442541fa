import type { Closure } from '@allclear/contract';

/** An answer of the server for tests. */
export function exampleClosure(part: Partial<Closure> = {}): Closure {
  return {
    id: 'c1',
    organizationLocationId: 'north',
    organizationLocationName: 'North Field',
    reason: 'Wet field',
    closedBy: 'An Admin',
    closedUtc: '2026-06-06T20:40:00Z',
    untilUtc: null,
    open: true,
    openedBy: null,
    openedUtc: null,
    revision: 1,
    ...part,
  };
}
