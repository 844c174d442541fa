import { widgetMaxWidth, widgetMinWidth } from '@allclear/domain';
import { NumberInput, Radio, TagsInput } from '@mantine/core';
import form from '../../../forms/form.module.css';
import classes from './Builder.module.css';
import { Section } from './Section.tsx';
import type { SectionProps } from './section-props.ts';
import { chosenLocation } from './widget-choices.ts';

const themes = ['Dark', 'Light'] as const;
const displays = ['Default', 'Image', 'Radar'] as const;

/** How the widget looks, and where it may be embedded. */
export function AppearanceSection({ fields, choice, errorOf, onChange }: SectionProps) {
  const location = chosenLocation(choice, fields.orgLocId);
  return (
    <Section title="Appearance">
      <div className={classes.two}>
        <Choices
          label="Theme"
          choices={themes}
          value={fields.theme}
          error={errorOf('Theme')}
          onChange={(theme) => onChange({ theme })}
        />
        <Choices
          label="Display"
          choices={displays}
          value={fields.type}
          error={errorOf('Type')}
          onChange={(type) => onChange({ type })}
        />
      </div>
      {fields.type === 1 && location && !location.hasCamera && (
        <p className={form.warning}>This location has no camera, so the widget shows no image.</p>
      )}
      <NumberInput
        size="md"
        label="Width"
        description={`Of the preview, in px, at least ${widgetMinWidth}. The embed code can have another.`}
        min={widgetMinWidth}
        max={widgetMaxWidth}
        clampBehavior="blur"
        allowDecimal={false}
        hideControls
        value={fields.width}
        error={errorOf('Width')}
        onChange={(width) => onChange({ width: typeof width === 'number' ? width : '' })}
      />
      <TagsInput
        size="md"
        label="Websites that may embed it"
        description="Their origins, such as https://www.example.org, with those of pages around them. Without any, every website may."
        placeholder={fields.allowedSites.length > 0 ? '' : 'https://www.example.org'}
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        clearable
        clearButtonProps={{ 'aria-label': 'Clear websites', size: 'md' }}
        value={[...fields.allowedSites]}
        error={errorOf('AllowedSites')}
        onChange={(allowedSites) => onChange({ allowedSites })}
      />
    </Section>
  );
}

interface ChoicesProps {
  label: string;
  /** By their code. */
  choices: readonly string[];
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
}

function Choices({ label, choices, value, error, onChange }: ChoicesProps) {
  return (
    <Radio.Group
      label={label}
      size="md"
      value={String(value)}
      error={error}
      onChange={(code) => onChange(Number(code))}
    >
      <div className={classes.radios}>
        {choices.map((choice, code) => (
          <Radio
            key={choice}
            size="md"
            value={String(code)}
            label={choice}
            styles={{ body: { alignItems: 'center' } }}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
