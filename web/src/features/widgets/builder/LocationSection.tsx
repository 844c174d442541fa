import { widgetNameMaxLength } from '@allclear/domain';
import { Select, TextInput } from '@mantine/core';
import { Section } from './Section.tsx';
import type { SectionProps } from './section-props.ts';
import { withListedPolicies } from './widget-choices.ts';

/** Of which place the widget is, and its name. */
export function LocationSection({ fields, choice, errorOf, onChange }: SectionProps) {
  const move = (orgLocId: string | null) => {
    // The date and time of an expiry stay as they are written, in the time of the other place.
    const expiry = fields.expiry && { ...fields.expiry, savedUtc: null };
    onChange(withListedPolicies({ ...fields, orgLocId, expiry, policyGroupId: null }, choice));
  };
  return (
    <Section title="Location">
      <Select
        size="md"
        label="Organization location"
        required
        searchable
        placeholder={choice.locations.length > 0 ? 'Choose a location' : 'There is no location yet'}
        nothingFoundMessage="No location has this name"
        data={choice.locations.map(({ id, name }) => ({ value: id, label: name }))}
        value={fields.orgLocId}
        error={errorOf('OrgLocId')}
        onChange={move}
      />
      <TextInput
        size="md"
        label="Widget name"
        required
        maxLength={widgetNameMaxLength}
        autoComplete="off"
        value={fields.name}
        error={errorOf('Name')}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
    </Section>
  );
}
