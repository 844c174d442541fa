import type { ThunderReport } from '@allclear/contract';

/** An answer of the server for tests. */
export function exampleReport(part: Partial<ThunderReport> = {}): ThunderReport {
  return {
    id: 'r1',
    organizationLocationId: 'north',
    organizationLocationName: 'North Field',
    reportedBy: 'A Coach',
    own: true,
    heardUtc: '2026-06-06T20:40:00Z',
    receivedUtc: '2026-06-06T20:40:01Z',
    ageSeconds: 1,
    presses: 1,
    distanceMiles: null,
    state: 'counts',
    message: 'Reported for North Field: stay inside.',
    takeBackUntilWallUtc: new Date(Date.now() + 60_000).toISOString(),
    takenBackBy: null,
    takenBackUtc: null,
    takeBackReason: '',
    revision: 1,
    ...part,
  };
}
