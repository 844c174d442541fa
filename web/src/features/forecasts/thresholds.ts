import { mostRestrictiveThreshold } from '@allclear/domain';
import type { Threshold } from './metric-line.ts';
import type { Metric } from './metrics.ts';

/** The fields of a policy that the chart needs. */
export interface WatchingPolicy {
  readonly policyTypeShortName: string;
  readonly threshold: number;
  readonly isDesc: boolean;
}

const policiesOf: Readonly<Partial<Record<Metric, readonly (readonly [shortName: string, name: string])[]>>> =
  {
    // Heat above 65 °F, chill below: both are policies on feels-like.
    feels: [
      ['HEAT', 'Heat index policy'],
      ['CHILL', 'Wind chill policy'],
    ],
    wbgt: [['WBGT', 'WBGT policy']],
    wind: [['WIND', 'Wind policy']],
    precipitation: [['PRECIP', 'Precipitation policy']],
  };

/**
 * The policy thresholds of a metric, the most restrictive of each type (spec 1 section 9); none for a metric
 * without a policy.
 */
export function thresholdsOf(metric: Metric, policies: readonly WatchingPolicy[]): Threshold[] {
  return (policiesOf[metric] ?? []).flatMap(([shortName, name]) => {
    const ofType = policies.filter(({ policyTypeShortName }) => policyTypeShortName === shortName);
    const value = mostRestrictiveThreshold(
      ofType.map(({ threshold }) => threshold),
      ofType[0]?.isDesc ?? false,
    );
    return value === null ? [] : [{ name, value }];
  });
}
