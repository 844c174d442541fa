import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import classes from './HeatProfiles.module.css';
import { type BandFields, type IntensityFields, newBand } from './profile-fields.ts';

interface BandsEditorProps {
  intensity: IntensityFields;
  onChange: (intensity: IntensityFields) => void;
  /** Null: the only one cannot be removed. */
  onRemove: (() => void) | null;
}

/** A kind of work with its bands, coolest first; the last band has no end. */
export function BandsEditor({ intensity, onChange, onRemove }: BandsEditorProps) {
  const { name, bands } = intensity;
  const last = bands.length - 1;
  const change = (index: number, part: Partial<BandFields>) =>
    onChange({ ...intensity, bands: bands.map((band, i) => (i === index ? { ...band, ...part } : band)) });
  const of = `of ${name || 'this kind of work'}`;
  return (
    <fieldset className={classes.group}>
      <legend>{name || 'A kind of work'}</legend>
      <div className={classes.intensity}>
        <TextInput
          label="Kind of work"
          required
          value={name}
          onChange={(event) => onChange({ ...intensity, name: event.currentTarget.value })}
        />
        {onRemove && (
          <Button variant="subtle" aria-label={`Remove ${name || 'this kind of work'}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      <ol className={classes.bandRows}>
        {bands.map((band, index) => (
          <BandRow
            key={band.key}
            band={band}
            index={index}
            isLast={index === last}
            of={of}
            onChange={(part) => change(index, part)}
            onRemove={
              bands.length > 1 && index !== last
                ? () => onChange({ ...intensity, bands: bands.filter((_, i) => i !== index) })
                : null
            }
          />
        ))}
      </ol>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        aria-label={`Add a band ${of}`}
        onClick={() =>
          onChange({ ...intensity, bands: [...bands.slice(0, -1), newBand(), ...bands.slice(-1)] })
        }
      >
        Add a band
      </Button>
    </fieldset>
  );
}

interface BandRowProps {
  band: BandFields;
  index: number;
  isLast: boolean;
  /** Ends the label of each field: 'of' and the kind of work. */
  of: string;
  onChange: (part: Partial<BandFields>) => void;
  /** Null: the band cannot be removed. */
  onRemove: (() => void) | null;
}

function BandRow({ band, index, isLast, of, onChange, onRemove }: BandRowProps) {
  return (
    <li className={classes.bandRow}>
      {isLast ? (
        <span className={classes.hotter}>Hotter than that</span>
      ) : (
        <TextInput
          label={index === 0 ? 'Up to' : undefined}
          aria-label={`End of band ${index + 1} ${of}, °F`}
          inputMode="decimal"
          rightSection="°F"
          value={band.max}
          onChange={(event) => onChange({ max: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={index === 0 ? 'Work an hour' : undefined}
        aria-label={`Minutes of work in band ${index + 1} ${of}`}
        inputMode="decimal"
        placeholder="no figure"
        rightSection="min"
        rightSectionWidth={44}
        value={band.workMinutes}
        onChange={(event) => onChange({ workMinutes: event.currentTarget.value })}
      />
      <TextInput
        label={index === 0 ? 'Also required' : undefined}
        aria-label={`Also required in band ${index + 1} ${of}`}
        value={band.advice}
        onChange={(event) => onChange({ advice: event.currentTarget.value })}
      />
      {onRemove ? (
        <Button
          variant="subtle"
          className={classes.removeBand}
          aria-label={`Remove band ${index + 1} ${of}`}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden="true" />
        </Button>
      ) : (
        <span />
      )}
    </li>
  );
}
