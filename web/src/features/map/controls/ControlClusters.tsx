import type { Location } from '@allclear/contract';
import {
  IconCurrentLocation,
  IconHistory,
  IconInfoCircle,
  IconMap2,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPlus,
  IconRoad,
  IconRuler2,
  IconStack2,
  IconTemperature,
  IconWorldPin,
} from '@tabler/icons-react';
import type { Dispatch } from 'react';
import type { LiveMapHandle } from '../LiveMap.tsx';
import classes from '../LiveRadar.module.css';
import type { Paint } from '../map-paint.ts';
import type { BaseMap, ChoiceAction, Choices } from '../settings/map-settings.ts';
import { Control, MapMenu } from './MapControls.tsx';
import { Choice, LayerChoices, Legend, RoadLegend } from './Menus.tsx';

interface Chosen {
  choices: Choices;
  choose: Dispatch<ChoiceAction>;
}

interface LeftControlsProps extends Chosen {
  /** The available base maps. */
  baseNames: Partial<Record<BaseMap, string>>;
  paint: Paint;
  roads: Parameters<typeof RoadLegend>[0] | null;
  /** Null until there is a view to replay. */
  onReplay?: (() => void) | null;
}

/** Layers, base map and legend; and the replay of the view. */
export function LeftControls({ choices, choose, baseNames, paint, roads, onReplay }: LeftControlsProps) {
  const menu = (name: NonNullable<Choices['menu']>) => ({
    opened: choices.menu === name,
    onToggle: () => choose({ type: 'menu', menu: name }),
  });
  return (
    <div className={classes.left}>
      <div className={classes.group}>
        <MapMenu label="Layers" Icon={IconStack2} {...menu('layer')}>
          <LayerChoices
            overlays={choices.overlays}
            onChange={(layer, on) => choose({ type: 'layer', layer, on })}
          />
        </MapMenu>
        <MapMenu label="Base map" Icon={IconMap2} {...menu('base')}>
          <Choice
            label="Style"
            value={choices.base}
            names={baseNames}
            onChange={(base) => choose({ type: 'base', base })}
          />
        </MapMenu>
        <MapMenu label="Legend" Icon={IconInfoCircle} {...menu('legend')}>
          <Legend overlays={choices.overlays} paint={paint} />
        </MapMenu>
        {roads && (
          <MapMenu label="Road conditions" Icon={IconRoad} {...menu('road-conditions')}>
            <RoadLegend {...roads} />
          </MapMenu>
        )}
      </div>
      <div className={classes.group}>
        <Control
          label="Replay the last 30 minutes"
          Icon={IconHistory}
          disabled={!onReplay}
          onClick={() => onReplay?.()}
        />
      </div>
    </div>
  );
}

interface RightControlsProps extends Chosen {
  full: boolean;
  handle: LiveMapHandle | null;
  selected: Location | null;
  onFull: () => void;
  onAll: (all: boolean) => void;
  onMeasure: () => void;
  onObserve: () => void;
}

/** The view and the tools. */
export function RightControls({
  choices,
  full,
  handle,
  selected,
  onFull,
  onAll,
  onMeasure,
  onObserve,
}: RightControlsProps) {
  return (
    <div className={classes.right}>
      <div className={classes.group}>
        <Control label="Zoom in" Icon={IconPlus} onClick={() => handle?.zoomBy(1)} />
        <Control label="Zoom out" Icon={IconMinus} onClick={() => handle?.zoomBy(-1)} />
      </div>
      <div className={classes.group}>
        <Control
          label="Center on location"
          Icon={IconCurrentLocation}
          disabled={!selected}
          onClick={() => selected && handle?.center(selected)}
        />
        <Control
          label="Show all locations"
          Icon={IconWorldPin}
          pressed={choices.showAllLocations}
          onClick={() => onAll(!choices.showAllLocations)}
        />
        <Control
          label="Observation"
          Icon={IconTemperature}
          pressed={choices.action === 'observation'}
          onClick={onObserve}
        />
        <Control
          label="Measure"
          Icon={IconRuler2}
          pressed={choices.action === 'measure'}
          onClick={onMeasure}
        />
        <Control
          label={full ? 'Leave full screen' : 'Full screen'}
          Icon={full ? IconMinimize : IconMaximize}
          onClick={onFull}
        />
      </div>
    </div>
  );
}
