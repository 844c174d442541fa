import { softMinMiles, toggleZone, type ZoneNumber, zoneNumbers } from '@allclear/domain';
import { Checkbox, NumberInput, Slider } from '@mantine/core';
import classes from './LocationForm.module.css';
import { type DraftFields, sliderMaxMiles, withRadius } from './location-fields.ts';

interface RadiiSettingsProps {
  draft: DraftFields;
  fourthZone: boolean;
  errorOf: (label: string) => string | undefined;
  onChange: (part: Partial<DraftFields>) => void;
}

/** The radius zones: the first is always on, the others are switched by checkbox; each pushes its neighbours to stay larger than the one inside. */
export function RadiiSettings({ draft, fourthZone, errorOf, onChange }: RadiiSettingsProps) {
  return (
    <fieldset className={classes.group}>
      <legend>Radii Settings</legend>
      {zoneNumbers
        .filter((zone) => zone < 4 || fourthZone)
        .map((zone) => (
          <ZoneRow key={zone} zone={zone} draft={draft} error={errorOf(`Radius${zone}`)} onChange={onChange} />
        ))}
    </fieldset>
  );
}

interface ZoneRowProps {
  zone: ZoneNumber;
  draft: DraftFields;
  error: string | undefined;
  onChange: (part: Partial<DraftFields>) => void;
}

function ZoneRow({ zone, draft, error, onChange }: ZoneRowProps) {
  const miles = draft[`radius${zone}`];
  const on = miles > 0;
  const max = sliderMaxMiles(draft, zone);
  return (
    <div className={classes.zone} data-zone={zone}>
      {zone === 1 ? (
        <span className={classes.zoneName}>
          <i className={classes.swatch} aria-hidden="true" />
          Zone 1
        </span>
      ) : (
        <Checkbox
          className={classes.zoneName}
          label={
            <>
              <i className={classes.swatch} aria-hidden="true" />
              Zone {zone}
            </>
          }
          checked={on}
          onChange={(event) => onChange(toggleZone(draft, zone, event.currentTarget.checked))}
        />
      )}
      <Slider
        className={classes.slider}
        color={`var(--radius-${zone})`}
        thumbLabel={`Zone ${zone} radius`}
        thumbSize={24}
        label={null}
        min={softMinMiles(zone)}
        max={max}
        value={on ? miles : softMinMiles(zone)}
        disabled={!on}
        onChange={(value) => onChange(withRadius(draft, zone, value))}
      />
      <NumberInput
        className={classes.miles}
        aria-label={`Zone ${zone} radius in miles`}
        suffix=" mi"
        value={on ? miles : ''}
        placeholder="Off"
        disabled={!on}
        min={softMinMiles(zone)}
        max={max}
        clampBehavior="blur"
        allowDecimal={false}
        allowNegative={false}
        error={error}
        onChange={(value) => onChange(withRadius(draft, zone, value))}
      />
    </div>
  );
}
