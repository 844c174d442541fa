import type { Group, Policy, PolicyTypeEntry } from '@allclear/contract';
import { Select, TextInput } from '@mantine/core';
import { NoticesFields } from './NoticeFields.tsx';
import { offersLifeSafety, type PolicyFields, withType } from './policy-fields.ts';
import { EventsField, GroupsFields } from './RecipientFields.tsx';
import { SwitchField } from './SwitchField.tsx';
import { ThresholdFields } from './ThresholdFields.tsx';

export interface FieldsProps {
  fields: PolicyFields;
  type: PolicyTypeEntry;
  errorOf: (label: string) => string | undefined;
  onChange: (part: Partial<PolicyFields>) => void;
}

interface PolicyFormProps extends Omit<FieldsProps, 'type'> {
  edited: Policy | null;
  type: PolicyTypeEntry | undefined;
  types: readonly PolicyTypeEntry[];
  /** Undefined while they are unknown. */
  groups: readonly Group[] | undefined;
}

/**
 * The fields of a policy (spec 2 sections 3 to 5). A new policy shows them after its type is selected; the
 * type of a stored one cannot change.
 */
export function PolicyForm({ edited, fields, type, types, groups, errorOf, onChange }: PolicyFormProps) {
  return (
    <>
      <TypeField
        edited={edited}
        fields={fields}
        types={types}
        error={errorOf('PolicyType')}
        onChange={onChange}
      />
      {type && (
        <>
          <TextInput
            label="Name"
            description="Optional. Without a name, the policy is called by its type."
            value={fields.name}
            error={errorOf('Name')}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          {type.events.length > 0 && (
            <EventsField fields={fields} type={type} errorOf={errorOf} onChange={onChange} />
          )}
          <ThresholdFields fields={fields} type={type} errorOf={errorOf} onChange={onChange} />
          <GroupsFields fields={fields} type={type} groups={groups} errorOf={errorOf} onChange={onChange} />
          <NoticesFields fields={fields} type={type} errorOf={errorOf} onChange={onChange} />
          {offersLifeSafety(fields, type) && (
            <SwitchField
              label="Life safety: no schedule mutes it"
              description="Notifies people at any hour, whatever the alert times of their groups and their own schedules say."
              checked={fields.lifeSafety}
              error={errorOf('LifeSafety')}
              onChange={(on) => onChange({ lifeSafety: on })}
            />
          )}
        </>
      )}
    </>
  );
}

interface TypeFieldProps extends Pick<PolicyFormProps, 'edited' | 'fields' | 'types' | 'onChange'> {
  error: string | undefined;
}

function TypeField({ edited, fields, types, error, onChange }: TypeFieldProps) {
  if (edited)
    return <TextInput label="Policy Type" value={edited.policyTypeName} readOnly variant="filled" />;
  const categories = Map.groupBy(types, (type) => type.categoryName);
  return (
    <Select
      label="Policy Type"
      required
      data-autofocus
      placeholder="What the policy watches"
      data={[...categories].map(([group, list]) => ({
        group,
        items: list.map((type) => ({ value: type.shortName, label: type.name })),
      }))}
      value={fields.typeShortName}
      error={error}
      allowDeselect={false}
      searchable
      openOnFocus={false}
      nothingFoundMessage="No type has this name"
      maxDropdownHeight={360}
      onChange={(shortName) => {
        const chosen = types.find((type) => type.shortName === shortName);
        if (chosen && chosen.shortName !== fields.typeShortName) onChange(withType(fields, chosen));
      }}
    />
  );
}
