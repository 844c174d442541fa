import type * as contract from '@allclear/contract';
import type { Location, MapAlert, StormCellCollection, TropicalForecastItem } from '@allclear/contract';
import { useMemo } from 'react';
import type { z } from 'zod';
import { AlertLayer } from './alerts/AlertLayer.tsx';
import type { AlertShapes } from './alerts/alert-shapes.ts';
import type { Clicked } from './LiveMap.tsx';
import { LocationLayers } from './LocationLayers.tsx';
import type { Paint } from './map-paint.ts';
import { MeasureLayer } from './measure/MeasureLayer.tsx';
import type { Point } from './measure/measure.ts';
import { ObservationDetails } from './popups/ObservationDetails.tsx';
import { AlertList, CellDetails, MapPopup, StrikeDetails, TropicalDetails } from './popups/Popups.tsx';
import { RadarLayer } from './radar/RadarLayer.tsx';
import type { RadarImages } from './radar/use-frame-images.ts';
import { ReplayButton } from './replay/ReplayButton.tsx';
import type { ReplaySpot } from './replay/replay-state.ts';
import type { Choices } from './settings/map-settings.ts';
import { StormCellLayer } from './storm-cells/StormCellLayer.tsx';
import { StrikeDots } from './strikes/StrikeDots.tsx';
import { StrikeLayer } from './strikes/StrikeLayer.tsx';
import { strikeData } from './strikes/strikes.ts';
import { FrontLayer } from './surface-analysis/FrontLayer.tsx';
import { TropicalLayer } from './tropical/TropicalLayer.tsx';
import type { ShownStrikes } from './use-map-data.ts';
import type { ZoneStates } from './zone-rings.ts';

interface MapLayersProps {
  choices: Choices;
  paint: Paint;
  timeZone: string;
  selected: Location | null;
  zoneStates: ZoneStates;
  locations: readonly Location[];
  images: RadarImages;
  frame: number;
  showsImages: boolean;
  strikes: ShownStrikes | undefined;
  cells: StormCellCollection | undefined;
  alerts: AlertShapes | undefined;
  listed: readonly MapAlert[];
  tropical: readonly TropicalForecastItem[];
  fronts: z.infer<typeof contract.surfaceAnalysis.data> | undefined;
  measured: readonly Point[];
  clicked: Clicked | null;
  onSelect: (id: string) => void;
  onClosePopup: () => void;
  /** The layers of a replay, which replace those of the present. */
  replay: React.ReactNode;
  onReplay: (spot: ReplaySpot) => void;
}

/** The map's layers, the lowest first, and the popup of the last click. */
export function MapLayers(props: MapLayersProps) {
  const { choices, paint, timeZone, selected, locations, images, strikes, cells, alerts, fronts, tropical } =
    props;
  const clusters = useMemo(
    () => (strikes?.kind === 'clusters' ? strikeData(strikes.strikes, strikes.answeredAtMs) : null),
    [strikes],
  );
  const others = choices.showAllLocations ? locations.filter(({ id }) => id !== selected?.id) : [];
  if (props.replay) return props.replay;
  return (
    <>
      {props.showsImages && <RadarLayer images={images} frame={props.frame} opacity={choices.opacity} />}
      {alerts && <AlertLayer areas={alerts.areas} />}
      {fronts && <FrontLayer data={fronts} paint={paint} />}
      <TropicalLayer
        items={tropical}
        showsForecast={choices.overlays.includes('tropical-forecast')}
        showsModels={choices.overlays.includes('tropical-models')}
        timeZone={timeZone}
        paint={paint}
      />
      <LocationLayers
        selected={selected}
        zoneStates={props.zoneStates}
        others={others}
        paint={paint}
        onSelect={props.onSelect}
      />
      {cells && <StormCellLayer data={cells} paint={paint} />}
      {clusters && <StrikeLayer data={clusters} paint={paint} />}
      {strikes?.kind === 'points' && <StrikeDots points={strikes.strikes.points} paint={paint} />}
      {props.measured.length > 0 && <MeasureLayer points={props.measured} paint={paint} />}
      <ClickedPopup {...props} />
    </>
  );
}

function ClickedPopup({
  clicked,
  cells,
  alerts,
  listed,
  tropical,
  selected,
  locations,
  timeZone,
  onClosePopup,
  onReplay,
}: MapLayersProps) {
  if (!clicked) return null;
  const { layer, properties } = clicked;
  const at =
    typeof properties.longitude === 'number'
      ? { latitude: Number(properties.latitude), longitude: properties.longitude }
      : clicked.at;
  const moment = { at, from: selected, timeZone };
  const popup = (title: string, content: React.ReactNode) => (
    <MapPopup key={`${at.latitude} ${at.longitude}`} at={at} title={title} onClose={onClosePopup}>
      {content}
    </MapPopup>
  );
  if (layer === 'observation') return popup('Conditions here', <ObservationDetails at={clicked.at} />);
  const replayed = (name: string) => <ReplayButton onClick={() => onReplay({ ...at, miles: 100, name })} />;
  if (layer === 'strikes') {
    return popup(
      'Lightning strike',
      <>
        <StrikeDetails properties={properties} {...moment} />
        {replayed('the last 30 minutes around this strike')}
      </>,
    );
  }
  const cell =
    layer === 'cells' &&
    cells?.features.find(({ id }) => id === properties.Id || id === String(properties.Id));
  if (cell) {
    return popup(
      'Storm cell',
      <>
        <CellDetails cell={cell.properties} locations={locations} {...moment} />
        {replayed(`the last 30 minutes of storm cell ${cell.id}`)}
      </>,
    );
  }
  const system = layer === 'tropical-points' && tropical.find(({ id }) => id === properties.Id);
  if (system) return popup(system.name, <TropicalDetails item={system} {...moment} />);
  if (!alerts) return null;
  return popup(
    'NWS alerts here',
    <AlertList
      at={clicked.at}
      drawn={listed.filter(({ Identifier }) => clicked.alertIds.includes(Identifier))}
    />,
  );
}
