import { useStormCells } from '../../api/use-storm-cells.ts';
import { useAlertShapes } from './alerts/use-alert-shapes.ts';
import { lightningNote, listNote } from './notes/notes.ts';
import type { LayerName } from './settings/map-settings.ts';
import { useFronts, useMapAlerts, useStrikes, useTropical } from './use-map-data.ts';
import { useSlowNow } from './use-slow-now.ts';
import type { MapView } from './view.ts';

/** The active layers' data (without radar), their missing data in words, and their sources. */
export function useLayers(overlays: readonly LayerName[], view: MapView | null, timeZone: string) {
  const on = (layer: LayerName) => overlays.includes(layer);
  const strikes = useStrikes(view, on('lightning'));
  const cells = useStormCells(on('storm-vectors'));
  const alerts = useMapAlerts(on('nws-alerts'));
  const areas = useAlertShapes(on('nws-alerts') ? alerts.data?.alerts : undefined);
  const showsTropical = on('tropical-forecast') || on('tropical-models');
  const tropical = useTropical(showsTropical);
  const fronts = useFronts(on('surface-analysis'));

  const moment = { nowMs: useSlowNow(2_000) ?? 0, timeZone };
  const analysis = {
    data: fronts.data && { asOf: fronts.data.validAt, stale: fronts.data.stale },
    isError: fronts.isError,
  };
  const ofLightning = on('lightning') ? lightningNote(strikes, moment) : null;
  const notes = [
    ofLightning,
    on('storm-vectors') ? listNote('Storm cells', cells, moment) : null,
    on('nws-alerts') ? listNote('NWS alerts', alerts, moment) : null,
    on('nws-alerts') ? areas.note : null,
    showsTropical ? listNote('Tropical systems', tropical, moment) : null,
    on('surface-analysis') ? listNote('Surface analysis', analysis, moment) : null,
  ];

  const drawn = {
    strikes: on('lightning') ? strikes.data : undefined,
    cells: on('storm-vectors') ? cells.data : undefined,
    alerts: on('nws-alerts') ? areas.drawn : undefined,
    listed: alerts.data?.alerts ?? [],
    tropical: tropical.data?.items ?? [],
    fronts: on('surface-analysis') ? fronts.data : undefined,
  };
  return {
    drawn,
    notes,
    lightningIsObserved: ofLightning === null,
    credits: [drawn.cells, tropical.data, drawn.fronts].map((data) => data?.attribution),
  };
}
