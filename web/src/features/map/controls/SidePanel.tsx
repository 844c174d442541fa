import type { Location } from '@allclear/contract';
import { NativeSelect, Switch } from '@mantine/core';
import type { Dispatch } from 'react';
import classes from '../LiveRadar.module.css';
import type { RadarStyle } from '../radar/playback.ts';
import { ReplayButton } from '../replay/ReplayButton.tsx';
import type { BaseMap, ChoiceAction, Choices } from '../settings/map-settings.ts';
import { Choice, speedNames, styleNames } from './Menus.tsx';

interface SidePanelProps {
  choices: Choices;
  choose: Dispatch<ChoiceAction>;
  /** The available base maps. */
  baseNames: Partial<Record<BaseMap, string>>;
  locations: readonly Location[];
  selected: Location | null;
  styles: readonly RadarStyle[];
  style: RadarStyle;
  onFull: () => void;
  onAll: (all: boolean) => void;
  onSelect: (id: string) => void;
  /** Null until there is a view to replay. */
  onReplay?: (() => void) | null;
}

const keys = [
  ['Space', 'Play or pause'],
  ['← →', 'Step through the radar'],
  ['+ −', 'Zoom, on the map'],
  ['Arrows', 'Move the map, on the map'],
] as const;

/** All controls of the full screen in one column (spec 1 section 2.10). */
export function SidePanel({
  choices,
  choose,
  baseNames,
  locations,
  selected,
  styles,
  style,
  onFull,
  onAll,
  onSelect,
  onReplay,
}: SidePanelProps) {
  return (
    <aside className={classes.side} aria-label="Map settings">
      <Switch label="Full Screen" checked onChange={onFull} />
      <h2>Location</h2>
      <NativeSelect
        aria-label="Location"
        size="md"
        value={selected?.id ?? ''}
        data={locations.map(({ id, label }) => ({ value: id, label }))}
        onChange={({ currentTarget }) => onSelect(currentTarget.value)}
      />
      <Switch
        mt={10}
        label="All Locations"
        checked={choices.showAllLocations}
        onChange={({ currentTarget }) => onAll(currentTarget.checked)}
      />
      <h2>Radar Type</h2>
      <Choice
        label=""
        value={style}
        names={Object.fromEntries(styles.map((one) => [one, styleNames[one]]))}
        onChange={(next) => choose({ type: 'radar-style', style: next })}
      />
      <h2>Playback Speed</h2>
      <Choice
        label=""
        value={choices.speed}
        names={speedNames}
        onChange={(speed) => choose({ type: 'speed', speed })}
      />
      {onReplay && <ReplayButton onClick={onReplay} />}
      <h2>Map Style</h2>
      <Choice
        label=""
        value={choices.base}
        names={baseNames}
        onChange={(base) => choose({ type: 'base', base })}
      />
      <h2>Keyboard Controls</h2>
      <dl>
        {keys.map(([key, words]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{key}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
