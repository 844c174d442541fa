import type { RoadMoment, RoadOutlook } from '@allclear/adapters';
import type { DataOf, roadCondition } from '@allclear/contract';
import { fahrenheitFromCelsius, roadLabel } from '@allclear/domain';

type Wire = DataOf<typeof roadCondition>;

export function presentRoads({ now, hours, asOf, stale, basis }: RoadOutlook, attribution: string): Wire {
  return {
    modelled: true,
    current: presentMoment(now),
    hours: hours.map(presentMoment),
    asOf: new Date(asOf).toISOString(),
    stale,
    basis,
    attribution,
  };
}

function presentMoment({ at, state }: RoadMoment): Wire['current'] {
  const surfaceF = state === null ? null : fahrenheitFromCelsius(state.surfaceC);
  return {
    time: new Date(at).toISOString(),
    condition: state?.condition ?? null,
    label: roadLabel(state?.condition ?? null),
    surfaceTemperature: { value: surfaceF === null ? null : Math.round(surfaceF), unit: '°F' },
  };
}
