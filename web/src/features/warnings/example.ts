import type { Advisory, PolicyWarning, ProactiveForecast } from '@allclear/contract';
import type { QueryState } from '../../api/query-state.ts';
import { exampleNowMs, minutesAgo } from '../../clock/example-time.ts';

/** Examples for the tests of this feature. */
export { exampleNowMs as nowMs, minutesAgo };

export function answered<T>(
  value: readonly T[],
  part: Partial<QueryState<readonly T[]>> = {},
): QueryState<readonly T[]> {
  return { value, asOfMs: exampleNowMs, failed: false, unobserved: false, none: false, ...part };
}

export function policyWarning(part: Partial<PolicyWarning> = {}): PolicyWarning {
  return {
    id: 'w1',
    policyId: 'p1',
    policyName: 'Heat stress',
    policyDisplayName: 'WBGT over 87.0 °F',
    policyTypeShortName: 'WBGT',
    threatType: 3,
    thresholdValue: 87,
    isDesc: false,
    unit: '°F',
    precision: 1,
    value: 88.4,
    startedTime: minutesAgo(75),
    lastAlertTime: minutesAgo(12),
    peopleNotified: 12,
    lastUpdateTime: minutesAgo(2),
    allClearTime: null,
    allClearMinutes: 30,
    nextClearTime: new Date(exampleNowMs + 28 * 60_000).toISOString(),
    heldSince: null,
    message: 'WBGT is at or above 87.0 °F. Current value 88.4 °F. Updated 3:44 PM.',
    event: null,
    ...part,
  };
}

export function alert(part: Partial<Advisory> = {}): Advisory {
  return {
    Identifier: 'urn:oid:1',
    Event: 'Severe Thunderstorm Warning',
    Headline: 'Severe Thunderstorm Warning issued June 6 at 3:40PM CDT',
    Description:
      'At 339 PM CDT, a severe thunderstorm was located\nnear Dallas.\n\nHAZARD...60 mph wind gusts.\n\n* WHERE...Dallas County.',
    Color: '#FFA500',
    Severity: 'Severe',
    Sent: minutesAgo(6),
    Expires: minutesAgo(-44),
    ...part,
  };
}

export function forecast(part: Partial<ProactiveForecast> = {}): ProactiveForecast {
  return {
    id: 'f1',
    forecastType: { name: 'Game day', color: '#0B74B8' },
    expiresAt: minutesAgo(-300),
    organizationLocationIds: [],
    messages: [
      {
        id: 'm1',
        headline: 'Storms after 6 PM',
        message: '<p>Expect <b>delays</b>.</p>',
        createdAt: minutesAgo(60),
      },
    ],
    ...part,
  };
}
