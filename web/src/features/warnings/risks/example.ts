// Threats for the tests of this folder.
import type { Threat } from '@allclear/contract';

export const nowMs = Date.parse('2026-06-06T20:46:00Z');

export function threat(part: Partial<Threat> = {}): Threat {
  return {
    threatType: 3,
    threatLevel: 0,
    policyId: part.policyTypeShortName ?? 'WBGT',
    policyName: 'WBGT',
    policyTypeShortName: 'WBGT',
    threshold: 87,
    unit: '°F',
    isDesc: false,
    threatTimes: [],
    foreseen: true,
    forecastAsOf: '2026-06-06T20:30:00.000Z',
    stale: false,
    ...part,
  };
}

/** Hours of June 6 in the wire format, by the clock in Chicago (five hours behind UTC). */
export const between = (from: number, to: number | null) => ({
  startTime: new Date(Date.parse('2026-06-06T05:00:00Z') + from * 3_600_000).toISOString(),
  endTime: to === null ? null : new Date(Date.parse('2026-06-06T05:00:00Z') + to * 3_600_000).toISOString(),
});
