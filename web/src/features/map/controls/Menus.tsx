import { Checkbox, Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../LiveRadar.module.css';
import type { Paint } from '../map-paint.ts';
import { opacities, type PlaybackSpeed, type RadarStyle } from '../radar/playback.ts';
import { type LayerName, layerNames } from '../settings/map-settings.ts';
import { strikeAges } from '../strikes/strikes.ts';

export const styleNames: Record<RadarStyle, string> = {
  past: 'Past',
  future: 'Future',
  extended: 'Extended',
  'current-road-conditions': 'Current',
  'future-road-conditions': 'Future',
};
export const speedNames: Record<PlaybackSpeed, string> = {
  slow: 'Slow',
  normal: 'Normal',
  fast: 'Fast',
  'very-fast': 'Very fast',
};

/** One choice of several. */
export function Choice<T extends string>({ label, value, names, onChange }: ChoiceProps<T>) {
  return (
    <Radio.Group label={label} value={value} onChange={(next) => onChange(next as T)}>
      <Stack gap={0}>
        {(Object.entries(names) as [T, string][]).map(([one, name]) => (
          <Radio key={one} value={one} label={name} className={classes.option ?? ''} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  names: Partial<Record<T, string>>;
  onChange: (value: T) => void;
}

export function LayerChoices({
  overlays,
  onChange,
}: {
  overlays: readonly LayerName[];
  onChange: (layer: LayerName, on: boolean) => void;
}) {
  return layerNames.map(([layer, name]) => (
    <Checkbox
      key={layer}
      className={classes.option ?? ''}
      label={name}
      checked={overlays.includes(layer)}
      onChange={({ currentTarget }) => onChange(layer, currentTarget.checked)}
    />
  ));
}

export function OpacityChoice({
  opacity,
  onChange,
}: {
  opacity: number;
  onChange: (opacity: number) => void;
}) {
  const names = Object.fromEntries(Object.keys(opacities).map((name) => [name, name])) as Record<
    keyof typeof opacities,
    string
  >;
  const value =
    (Object.keys(opacities) as (keyof typeof opacities)[]).find((name) => opacities[name] === opacity) ??
    'High';
  return (
    <Choice label="Opacity" value={value} names={names} onChange={(name) => onChange(opacities[name])} />
  );
}

/** The legend of the layers that are on. */
export function Legend({ overlays, paint }: { overlays: readonly LayerName[]; paint: Paint }) {
  const sections: ReactNode[] = [<ZoneLegend key="zones" paint={paint} />];
  if (overlays.includes('lightning')) {
    sections.push(<StrikeLegend key="lightning" paint={paint} />);
  }
  if (overlays.includes('storm-vectors')) {
    sections.push(<StormCellLegend key="cells" paint={paint} />);
  }
  if (overlays.includes('radar')) {
    sections.push(
      <LegendList key="radar" title="Radar">
        <li>Green is light, yellow moderate, red heavy, purple extreme rain or hail.</li>
      </LegendList>,
    );
  }
  if (overlays.includes('nws-alerts')) {
    sections.push(
      <LegendList key="alerts" title="NWS alerts">
        <li>Areas in the colors of the weather service. Select one to read it.</li>
      </LegendList>,
    );
  }
  if (overlays.includes('surface-analysis')) {
    sections.push(<FrontLegend key="fronts" paint={paint} />);
  }
  if (overlays.includes('tropical-forecast') || overlays.includes('tropical-models')) {
    sections.push(
      <LegendList key="tropical" title="Tropical systems">
        <li>
          In two of three cases the center stays in the shaded cone; wind and rain reach beyond it. Thin lines
          are models.
        </li>
      </LegendList>,
    );
  }
  return sections;
}

/** The color of a ring is its radius, its line is its state; the same colors of strikes are ages. */
function ZoneLegend({ paint }: { paint: Paint }) {
  return (
    <LegendList title="Rings of the place">
      <li>
        {paint.zones.map((color) => (
          <i key={color} className={classes.ring} style={{ borderColor: color }} />
        ))}
        Radius 1 to 4
      </li>
      {[
        ['solid', 5, 'Lightning delay'],
        ['dashed', 3, 'Observing'],
        ['dotted', 3, 'Not known (hatched)'],
        ['solid', 2, 'No lightning seen in the time of the policy'],
      ].map(([style, width, words]) => (
        <li key={words}>
          <i className={classes.line} style={{ borderTop: `${width}px ${style} ${paint.text}` }} />
          {words}
        </li>
      ))}
    </LegendList>
  );
}

function StrikeLegend({ paint }: { paint: Paint }) {
  return (
    <LegendList title="Lightning strikes, by age">
      {strikeAges.map(({ color, label: words }) => (
        <li key={words}>
          <i
            className={classes.dot}
            style={{ background: paint.strikes[color], borderColor: paint.strikeLine }}
          />
          {words}
        </li>
      ))}
      <li>A number is how many strikes stand together.</li>
    </LegendList>
  );
}

function StormCellLegend({ paint }: { paint: Paint }) {
  return (
    <LegendList title="Storm cells">
      {[
        ['○', 'Storm'],
        ['△', 'Hail'],
        ['▲', 'Severe hail'],
        ['◉', 'Mesocyclone'],
        ['▼', 'Tornado vortex'],
        ['➤', 'Where it goes in an hour'],
      ].map(([sign, words]) => (
        <li key={words}>
          <i className={classes.sign} style={{ color: paint.cell }}>
            {sign}
          </i>
          {words}
        </li>
      ))}
    </LegendList>
  );
}

function FrontLegend({ paint }: { paint: Paint }) {
  const { cold, warm, occluded, trough } = paint.fronts;
  return (
    <LegendList title="Surface analysis">
      {[
        [cold, 'Cold front (triangles)'],
        [warm, 'Warm front (half discs)'],
        [occluded, 'Occluded front (both)'],
        [trough, 'Trough or dry line (dashed)'],
      ].map(([color, words]) => (
        <li key={words}>
          <i className={classes.stroke} style={{ background: color }} />
          {words}
        </li>
      ))}
    </LegendList>
  );
}

function LegendList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.legend}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

const roadNames = ['Flooded', 'Slippery', 'Patchy Ice', 'Ice', 'Snow', 'Heavy Snow'];

/** The colors of road conditions as the source of the images documents them. */
export function RoadLegend({
  legend,
  note,
}: {
  legend: readonly { label: string; color: string }[] | undefined;
  note: string | undefined;
}) {
  return (
    <section className={classes.legend}>
      <ul>
        {legend
          ? legend.map(({ label, color }) => (
              <li key={label}>
                <i className={classes.dot} style={{ background: color }} />
                {label}
              </li>
            ))
          : roadNames.map((label) => <li key={label}>{label}</li>)}
      </ul>
      {note && <p>{note}</p>}
    </section>
  );
}
