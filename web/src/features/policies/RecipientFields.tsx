import type { Group } from '@allclear/contract';
import form from '../../forms/form.module.css';
import { SearchableChoices } from '../../forms/SearchableChoices.tsx';
import type { FieldsProps } from './PolicyForm.tsx';
import { SwitchField } from './SwitchField.tsx';

/** The weather-service events that start a warning. */
export function EventsField({ fields, type, errorOf, onChange }: FieldsProps) {
  const unlisted = fields.events.filter((event) => !type.events.includes(event));
  return (
    <SearchableChoices
      label="Events"
      required
      description="A warning starts when the weather service issues one of these for a location."
      placeholder={fields.events.length === 0 ? 'Choose events' : ''}
      data={[...type.events, ...unlisted]}
      value={fields.events}
      error={errorOf('Events')}
      items="events"
      nothingFound="No event has this name"
      onChange={(events) => onChange({ events })}
    />
  );
}

interface GroupsFieldsProps extends FieldsProps {
  groups: readonly Group[] | undefined;
}

/** The groups a policy is for: all of them, or some. Without any it is inactive. */
export function GroupsFields({ fields, groups, errorOf, onChange }: GroupsFieldsProps) {
  const { allGroups } = fields;
  const listed = (groups ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const unlisted = fields.sites
    .filter((id) => !listed.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: groups ? 'Unknown group' : '…' }));
  return (
    <fieldset className={form.group}>
      <legend>Groups</legend>
      <SwitchField
        label="All groups"
        checked={allGroups}
        error={allGroups ? errorOf('Sites') : undefined}
        onChange={(on) => onChange({ allGroups: on })}
      />
      {!allGroups && (
        <SearchableChoices
          aria-label="Groups of the policy"
          description={
            fields.sites.length === 0 ? 'Without groups the policy is inactive: it warns nobody.' : undefined
          }
          placeholder={placeholderOf(fields.sites.length, groups)}
          data={[...listed, ...unlisted]}
          value={fields.sites}
          error={errorOf('Sites')}
          items="groups"
          nothingFound="No group has this name"
          onChange={(chosen) => onChange({ sites: chosen })}
        />
      )}
    </fieldset>
  );
}

function placeholderOf(chosen: number, groups: readonly Group[] | undefined): string {
  if (chosen > 0) return '';
  if (!groups) return 'Loading groups…';
  return groups.length === 0 ? 'Your organization has no groups' : 'Choose groups';
}
