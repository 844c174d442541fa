import { useState } from 'react';
import type { Clicked, LiveMapHandle } from './LiveMap.tsx';
import type { Point } from './measure/measure.ts';
import type { Choices } from './settings/map-settings.ts';
import { nearestStrike, propertiesOf } from './strikes/strike-points.ts';
import type { useLayers } from './use-layers.ts';

interface ClickContext extends Pick<Choices, 'action' | 'overlays'> {
  readonly strikes: ReturnType<typeof useLayers>['drawn']['strikes'];
  readonly handle: LiveMapHandle | null;
}

/** The last click and the measured points; the active tool determines what a click does. */
export function useMapClicks() {
  const [clicked, setClicked] = useState<Clicked | null>(null);
  const [measured, setMeasured] = useState<readonly Point[]>([]);
  const click = (there: Clicked, { action, overlays, strikes, handle }: ClickContext) => {
    if (action === 'measure') return setMeasured((points) => [...points, there.at]);
    if (action === 'observation') return setClicked({ ...there, layer: 'observation', properties: {} });
    const strike =
      strikes?.kind === 'points'
        ? nearestStrike(strikes.strikes.points, there.at, there.degreesPerPx, 11)
        : null;
    if (strike) return setClicked({ ...there, layer: 'strikes', properties: propertiesOf(strike) });
    if (there.layer === 'strikes' && Number(there.properties.Count) > 1) return handle?.zoomBy(2);
    setClicked(there.layer !== null || overlays.includes('nws-alerts') ? there : null);
  };
  return { clicked, measured, click, close: () => setClicked(null), clearMeasured: () => setMeasured([]) };
}
