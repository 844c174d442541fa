import type { WidgetChoice } from '@allclear/contract';
import { policyTypeOf } from '@allclear/domain';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import form from '../../../forms/form.module.css';
import classes from './Builder.module.css';
import { Section } from './Section.tsx';
import type { SectionProps } from './section-props.ts';
import {
  chosenLocation,
  listedPolicies,
  searchedPolicies,
  togglePolicy,
  withGroup,
} from './widget-choices.ts';

type ChosenPolicy = WidgetChoice['policies'][number];

/** Whose warnings the widget shows in red, by the policy model of the location. */
export function PolicySection({ fields, choice, errorOf, onChange }: SectionProps) {
  const [search, setSearch] = useState('');
  const location = chosenLocation(choice, fields.orgLocId);
  const isOld = location?.usesNewPolicy === false;
  const listed = listedPolicies(fields, choice);
  const error = [errorOf('Policies'), errorOf('LightningRadius')].filter(Boolean).join(' ');
  return (
    <Section title="Red Text for Policy Warnings">
      {isOld && (
        <Select
          size="md"
          label="Policy group"
          required
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear policy group', size: 'md' }}
          placeholder="Choose a group"
          nothingFoundMessage="No group has this name"
          data={choice.groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={fields.policyGroupId}
          error={errorOf('PolicyGroupId')}
          onChange={(id) => onChange(withGroup(fields, id, choice))}
        />
      )}
      {location ? (
        <>
          {(listed.length > 0 || search !== '') && (
            <TextInput
              type="search"
              size="md"
              label="Search policies"
              leftSection={<IconSearch size={18} aria-hidden="true" />}
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
          <PolicyList
            listed={searchedPolicies(listed, search)}
            none={noneText(isOld, fields.policyGroupId, search)}
            chosen={fields.policies}
            error={error}
            onPress={(policy) =>
              onChange({ policies: togglePolicy(fields.policies, policy, choice.policies) })
            }
          />
          <p className={form.hint}>
            {isOld
              ? 'One of each type. Without any choice the widget shows all policies of the group.'
              : 'One of each type. Lightning Radius 1 (LR1) is required; the others fit the chosen conditions.'}
          </p>
        </>
      ) : (
        <p className={form.hint}>Choose a location to see its policies.</p>
      )}
    </Section>
  );
}

function noneText(isOld: boolean, groupId: string | null, search: string): string {
  if (search.trim() !== '') return 'No policy matches the search.';
  if (isOld && groupId === null) return 'Choose a group to see its policies.';
  return isOld ? 'This group has no policies.' : 'No policy of this location fits the chosen conditions.';
}

interface PolicyListProps {
  listed: readonly ChosenPolicy[];
  none: string;
  chosen: readonly string[];
  error: string;
  onPress: (policy: ChosenPolicy) => void;
}

function PolicyList({ listed, none, chosen, error, onPress }: PolicyListProps) {
  const errorId = useId();
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll in every browser */}
      <div
        role="group"
        className={classes.policies}
        aria-label="Policies"
        aria-describedby={error ? errorId : undefined}
        data-invalid={error !== '' || undefined}
      >
        {listed.length === 0 && <p>{none}</p>}
        {listed.map((policy) => (
          <Checkbox
            key={policy.id}
            className={classes.policy ?? ''}
            size="md"
            label={`${policy.policyTypeShortName} · ${policy.name}`}
            description={detailsOf(policy)}
            checked={chosen.includes(policy.id)}
            onChange={() => onPress(policy)}
          />
        ))}
      </div>
      {error && (
        <p id={errorId} className={form.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** 'Heat Index, 103 °F and above'. */
function detailsOf({ policyTypeShortName, policyTypeName, threshold, unit }: ChosenPolicy): string {
  const type = policyTypeOf(policyTypeShortName);
  if (threshold === null || !type || type.evidence === 'alert') return policyTypeName;
  const value = `${threshold.toFixed(type.precision)} ${unit || type.unit}`;
  if (type.evidence === 'lightning') return `${policyTypeName}, within ${value}`;
  return `${policyTypeName}, ${value} ${type.isDesc ? 'and below' : 'and above'}`;
}
