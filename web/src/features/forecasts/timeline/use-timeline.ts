import { useState } from 'react';
import { conditionKeys } from '../../../api/query-keys/conditions.ts';
import { useQueryStateList } from '../../../api/query-state.ts';
import { routes } from '../../../api/routes.ts';
import { metricOf, type TimelineMetric } from './timeline-view.ts';

/** Hours of the past that are shown (spec 1 section 2.4). */
export const timelineHours = 12;

/** The measurements of a station in the last hours. */
export function useConditionHistory(stationId: string, speed: number) {
  return useQueryStateList({
    queryKey: conditionKeys.history.of(stationId),
    load: (api, signal) =>
      api.call(routes.listConditionsHistory, {
        params: { id: stationId },
        query: { hours: timelineHours },
        signal,
      }),
    polled: 'conditionHistory',
    speed,
  });
}

const storageKey = 'allclear.timeline-metric';

/** The selected metric, stored in this browser. */
export function useMetric(): readonly [TimelineMetric, (metric: TimelineMetric) => void] {
  const [metric, setMetric] = useState(() => {
    try {
      return metricOf(localStorage.getItem(storageKey));
    } catch {
      return metricOf(null);
    }
  });
  const choose = (next: TimelineMetric) => {
    setMetric(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // Without storage the choice lasts until the page is reloaded.
    }
  };
  return [metric, choose];
}
