import type { MapAlert } from '@allclear/contract';
import type { Geometry } from 'geojson';
import { useMemo } from 'react';
import { alertAreasNote } from '../notes/notes.ts';
import { type AlertShapes, alertShapes, needsCounties, zonesToLoad } from './alert-shapes.ts';
import { useCountyShapes } from './use-county-shapes.ts';
import { useZoneShapes } from './use-zone-shapes.ts';

const noAlerts: readonly MapAlert[] = [];
const noCounties: ReadonlyMap<string, Geometry> = new Map();

/**
 * The areas of the alerts that can be drawn, with the shapes of counties and zones fetched on demand, and a
 * text about alerts that are not drawn.
 */
export function useAlertShapes(alerts: readonly MapAlert[] = noAlerts): {
  drawn: AlertShapes;
  note: string | null;
} {
  const ours = useCountyShapes(needsCounties(alerts));
  // Without our own file the server is asked for counties too.
  const counties = ours.data ?? (ours.isError ? noCounties : null);
  const zones = useZoneShapes(useMemo(() => zonesToLoad(alerts, counties), [alerts, counties]));
  const { shapes, unavailable } = zones;
  const drawn = useMemo(
    () => alertShapes(alerts, { counties, zones: shapes, unavailable }),
    [alerts, counties, shapes, unavailable],
  );
  const isLoading = ours.isLoading || zones.isLoading;
  const counts = { pending: isLoading ? 0 : drawn.pending.length, unavailable: drawn.unavailable.length };
  return { drawn, note: alertAreasNote(counts, zones.isError) };
}
