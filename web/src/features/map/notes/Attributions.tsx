import { useEffect } from 'react';
import { AttributionControl, useMap } from 'react-map-gl/maplibre';

/** A narrow map would lose a tenth of its area to the line: there it starts collapsed, behind its button. */
const foldBelowPx = 640;

/** The data sources of the map. */
export function Attributions({ credits }: { credits: readonly string[] }) {
  const { current: map } = useMap();
  const line = credits.join(' | ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is another control, which begins open
  useEffect(() => {
    if (!map || map.getContainer().clientWidth > foldBelowPx) return;
    // The control opens itself when the first source is added.
    const fold = () => {
      const opened = map.getContainer().querySelector('.maplibregl-ctrl-attrib.maplibregl-compact-show');
      if (!opened) return;
      opened.classList.remove('maplibregl-compact-show');
      opened.removeAttribute('open');
      map.off('sourcedata', fold);
    };
    fold();
    map.on('sourcedata', fold);
    return () => {
      map.off('sourcedata', fold);
    };
  }, [map, line]);
  return <AttributionControl key={line} compact customAttribution={[...credits]} />;
}
