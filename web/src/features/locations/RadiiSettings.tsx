import { softMinMiles, type ZoneNumber, zoneNumbers } from '@allclear/domain';
import { Checkbox, NumberInput, Slider, Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import form from '../../forms/form.module.css';
import classes from './LocationForm.module.css';
import { type DraftFields, sliderMaxMiles } from './location-fields.ts';
import { type Locks, mayToggle, roomOf, withRadius, withZone } from './location-locks.ts';

interface RadiiSettingsProps {
  draft: DraftFields;
  locks: Locks;
  fourthZone: boolean;
  errorOf: (label: string) => string | undefined;
  onChange: (part: Partial<DraftFields>) => void;
}

/**
 * The radius zones: the first is always on, the others have a checkbox. Each pushes its neighbors so that
 * every zone stays larger than the one inside. Values set by a policy of the organization are locked, and the
 * others keep clear of them.
 */
export function RadiiSettings({ draft, locks, fourthZone, errorOf, onChange }: RadiiSettingsProps) {
  return (
    <fieldset className={form.group}>
      <legend>Radii Settings</legend>
      {zoneNumbers
        .filter((zone) => zone < 4 || fourthZone)
        .map((zone) => (
          <ZoneRow
            key={zone}
            zone={zone}
            draft={draft}
            locks={locks}
            error={errorOf(`Radius${zone}`)}
            onChange={onChange}
          />
        ))}
    </fieldset>
  );
}

interface ZoneRowProps {
  zone: ZoneNumber;
  draft: DraftFields;
  locks: Locks;
  error: string | undefined;
  onChange: (part: Partial<DraftFields>) => void;
}

function ZoneRow({ zone, draft, locks, error, onChange }: ZoneRowProps) {
  const miles = draft[`radius${zone}`];
  const on = miles > 0;
  const locked = locks.zones.has(zone);
  const room = roomOf(draft, zone, locks);
  const { min, max } = room ?? { min: softMinMiles(zone), max: sliderMaxMiles(draft, zone) };
  const fixed = !on || room === null;
  const name = (
    <>
      <i className={classes.swatch} aria-hidden="true" />
      Zone {zone}
      {locked && <Lock />}
    </>
  );
  return (
    <div className={classes.zone} data-zone={zone} data-locked={locked || undefined}>
      {zone === 1 ? (
        <span className={classes.zoneName}>{name}</span>
      ) : (
        <Checkbox
          className={classes.zoneName}
          label={name}
          checked={on}
          disabled={!mayToggle(draft, zone, locks)}
          onChange={(event) => onChange(withZone(draft, zone, event.currentTarget.checked, locks))}
        />
      )}
      <Slider
        className={classes.slider}
        color={`var(--radius-${zone})`}
        thumbLabel={`Zone ${zone} radius`}
        thumbSize={24}
        label={null}
        min={Math.min(min, on ? miles : min)}
        max={Math.max(max, miles)}
        value={on ? miles : min}
        disabled={fixed}
        onChange={(value) => onChange(withRadius(draft, zone, value, locks))}
      />
      <NumberInput
        className={classes.miles}
        aria-label={`Zone ${zone} radius in miles`}
        suffix=" mi"
        value={on ? miles : ''}
        placeholder="Off"
        disabled={fixed && !locked}
        readOnly={locked}
        variant={locked ? 'filled' : 'default'}
        hideControls={locked}
        min={locked ? undefined : min}
        max={locked ? undefined : max}
        clampBehavior="blur"
        allowDecimal={false}
        allowNegative={false}
        error={error}
        onChange={(value) => onChange(withRadius(draft, zone, value, locks))}
      />
    </div>
  );
}

function Lock() {
  return (
    <Tooltip label="Set by your organization's policy">
      <IconLock size={16} role="img" aria-label="locked by your organization's policy" />
    </Tooltip>
  );
}
