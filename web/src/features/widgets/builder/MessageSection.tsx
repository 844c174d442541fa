import { localText, widgetMessageMaxLength } from '@allclear/domain';
import { Switch, Textarea, TextInput } from '@mantine/core';
import form from '../../../forms/form.module.css';
import { expiryInstant } from './expiry.ts';
import { Section } from './Section.tsx';
import type { SectionProps } from './section-props.ts';
import { chosenLocation } from './widget-choices.ts';

/** The organization's own words, and until when they are shown. */
export function MessageSection({ fields, choice, errorOf, onChange }: SectionProps) {
  const { message, expiry } = fields;
  const location = chosenLocation(choice, fields.orgLocId);
  const zone = location?.timeZone ?? 'UTC';
  const instant = expiry && expiryInstant(expiry, zone);
  return (
    <Section title="Custom Message">
      <Textarea
        size="md"
        label="Message"
        description={`At most ${widgetMessageMaxLength} characters. Never announce an all clear by hand: the widget says it by itself.`}
        rows={3}
        maxLength={widgetMessageMaxLength}
        value={message}
        error={errorOf('HeaderMessage')}
        onChange={({ currentTarget }) => onChange({ message: currentTarget.value })}
      />
      <Switch
        className={form.switch}
        label="No Expiration?"
        checked={expiry === null}
        error={expiry === null ? errorOf('HeaderMessageExpiration') : undefined}
        onChange={({ currentTarget }) =>
          onChange({ expiry: currentTarget.checked ? null : { local: '', savedUtc: null } })
        }
      />
      {expiry && (
        <TextInput
          type="datetime-local"
          size="md"
          label="Expiration date and time"
          required
          description={
            location
              ? `In the time of ${location.name}, ${zone.replaceAll('_', ' ')}${instant === null ? '' : `: until ${localText(Date.parse(instant), zone, true)}`}`
              : 'In the time of the location'
          }
          value={expiry.local}
          error={errorOf('HeaderMessageExpiration')}
          onChange={({ currentTarget }) =>
            onChange({ expiry: { local: currentTarget.value, savedUtc: null } })
          }
        />
      )}
    </Section>
  );
}
