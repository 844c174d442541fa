import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type Dispatch, useId, useState } from 'react';
import { speedNames } from '../../features/map/controls/Menus.tsx';
import type { PlaybackSpeed } from '../../features/map/radar/playback.ts';
import type { BaseMap, ChoiceAction, Choices } from '../../features/map/settings/map-settings.ts';
import classes from './Broadcast.module.css';

interface BroadcastControlsProps {
  choices: Choices;
  choose: Dispatch<ChoiceAction>;
  /** The available base maps. */
  baseNames: Partial<Record<BaseMap, string>>;
}

/** The maps of the broadcast view, in this order (spec 3 section 2.11). */
const maps: readonly BaseMap[] = ['satellite', 'dark', 'light'];

/** The panel 'Radar Controls': map, overlays and speed. It folds away, so that a broadcast shows the map alone. */
export function BroadcastControls({ choices, choose, baseNames }: BroadcastControlsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const overlay = (layer: 'radar' | 'lightning', label: string) => (
    <Checkbox
      label={label}
      checked={choices.overlays.includes(layer)}
      onChange={({ currentTarget }) => choose({ type: 'layer', layer, on: currentTarget.checked })}
    />
  );
  return (
    <section className={classes.controls} aria-label="Radar Controls">
      <Button
        variant="default"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
        onClick={() => setOpen(!isOpen)}
      >
        Radar Controls
      </Button>
      {isOpen && (
        <div id={id} className={classes.panel}>
          {overlay('radar', 'Radar')}
          {overlay('lightning', 'Lightning')}
          <NativeSelect
            size="md"
            label="Map"
            value={choices.base}
            data={maps.flatMap((base) => {
              const label = baseNames[base];
              return label === undefined ? [] : [{ value: base, label }];
            })}
            onChange={({ currentTarget }) => choose({ type: 'base', base: currentTarget.value as BaseMap })}
          />
          <NativeSelect
            size="md"
            label="Playback Speed"
            value={choices.speed}
            data={Object.entries(speedNames).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) =>
              choose({ type: 'speed', speed: currentTarget.value as PlaybackSpeed })
            }
          />
        </div>
      )}
    </section>
  );
}
