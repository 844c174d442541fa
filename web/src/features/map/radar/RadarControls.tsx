import type { RadarList } from '@allclear/contract';
import { IconAdjustmentsHorizontal, IconClockHour4 } from '@tabler/icons-react';
import type { Dispatch } from 'react';
import { MapMenu } from '../controls/MapControls.tsx';
import { Choice, OpacityChoice, speedNames, styleNames } from '../controls/Menus.tsx';
import type { ChoiceAction, Choices } from '../settings/map-settings.ts';
import type { Playback, PlaybackAction, RadarStyle } from './playback.ts';
import { RadarBar } from './RadarBar.tsx';
import type { RadarImages } from './use-frame-images.ts';
import { framesOf } from './use-playback.ts';

interface RadarControlsProps {
  choices: Choices;
  choose: Dispatch<ChoiceAction>;
  playback: Playback;
  play: Dispatch<PlaybackAction>;
  list: RadarList | undefined;
  images: RadarImages;
  styles: readonly RadarStyle[];
  style: RadarStyle;
  timeZone: string;
  inUs: boolean;
  failed: boolean;
}

/** The radar bar with its menus. */
export function RadarControls(props: RadarControlsProps) {
  const { choices, choose, playback, play, list, images, styles, style, timeZone } = props;
  const { index, frame, loaded } = framesOf(list, playback.progress, images.states);
  const menu = (name: NonNullable<Choices['menu']>) => ({
    opened: choices.menu === name,
    onToggle: () => choose({ type: 'menu', menu: name }),
    above: true,
  });
  const names = Object.fromEntries(styles.map((one) => [one, styleNames[one]]));
  const what = choices.overlays.includes('road-conditions') ? 'road conditions' : 'radar';
  const name = `${styleNames[style]} ${what}`;
  return (
    <RadarBar
      {...{ playback, name, frame, loaded, timeZone }}
      shown={images.states[index] === 'ready'}
      // A forecast is as old as its model's run, which its own text says.
      stale={list?.stale ?? false}
      failure={failureOf(props, what, images.states[index] === 'missing')}
      onToggle={() => play({ type: 'toggle' })}
      onScrub={(progress) => play({ type: 'scrub', progress })}
    >
      <MapMenu label="Radar options" Icon={IconAdjustmentsHorizontal} {...menu('options')}>
        <OpacityChoice
          opacity={choices.opacity}
          onChange={(opacity) => choose({ type: 'opacity', opacity })}
        />
        <Choice
          label="Playback Speed"
          value={choices.speed}
          names={speedNames}
          onChange={(speed) => choose({ type: 'speed', speed })}
        />
      </MapMenu>
      <MapMenu label="Radar type" Icon={IconClockHour4} {...menu('radar')}>
        <Choice
          label="Shown"
          value={style}
          names={names}
          onChange={(next) => choose({ type: 'radar-style', style: next })}
        />
      </MapMenu>
    </RadarBar>
  );
}

/** Why there is no radar, or not all of it, in words. */
export function failureOf(
  { list, failed, inUs }: Pick<RadarControlsProps, 'list' | 'failed' | 'inUs'>,
  what: string,
  missing: boolean,
): string | null {
  if (!list)
    return failed
      ? inUs
        ? `There is no ${what} to show right now.`
        : `There is no ${what} for this part of the world here.`
      : null;
  if (list.frames.length === 0) return `There is no ${what} to show right now.`;
  if (failed) return `Newer ${what} could not be loaded. We keep trying.`;
  if (missing) return 'The picture of this time is missing: rain may not be shown.';
  return null;
}
