import { policyIntervals, policyTypeOf, policyTypesByGroup } from '@allclear/domain';
import { Radio } from '@mantine/core';
import { ChoiceList } from './ChoiceList.tsx';
import { ChoiceMatrix } from './ChoiceMatrix.tsx';
import classes from './Reports.module.css';
import { allPolicies, policyGroups } from './report-fields.ts';
import { policyGroupLabels, policyIntervalLabels } from './report-words.ts';
import type { ChoiceQuery } from './use-report-choices.ts';
import type { PartProps } from './WeatherFields.tsx';

/** What a report of policy delays is about: policies, locations, interval. */
export function PolicyFields({
  fields,
  locations,
  errorOf,
  onChange,
}: PartProps & { locations: ChoiceQuery }) {
  const choose = (text: string) => {
    const policyInterval = policyIntervals.find((one) => one === text);
    if (policyInterval) onChange({ policyInterval });
  };
  return (
    <>
      <ChoiceMatrix
        legend="Policies"
        rows={policyGroups.map((group) => ({
          key: group,
          label: policyGroupLabels[group],
          choices: policyTypesByGroup[group].map((type) => ({ value: type, label: policyLabel(type) })),
          chosen: fields.policies[group] ?? [],
        }))}
        error={errorOf('PolicyTypes')}
        onChange={(group, types) => onChange({ policies: { ...fields.policies, [group]: types } })}
        onAll={(isOn) => onChange({ policies: isOn ? allPolicies() : {} })}
      />
      <ChoiceList
        legend="Locations"
        noun="locations"
        query={locations}
        value={fields.locationIds}
        error={errorOf('OrganizationLocationIds')}
        onChange={(locationIds) => onChange({ locationIds })}
      />
      <Radio.Group
        size="md"
        label="Data interval"
        value={fields.policyInterval}
        error={errorOf('DataInterval')}
        onChange={choose}
      >
        <div className={classes.choices}>
          {policyIntervals.map((interval) => (
            <Radio
              size="md"
              key={interval}
              className={classes.check ?? ''}
              value={interval}
              label={policyIntervalLabels[interval]}
            />
          ))}
        </div>
      </Radio.Group>
    </>
  );
}

/** 'Lightning Radius 1 (LR1)'. */
function policyLabel(shortName: string): string {
  const name = policyTypeOf(shortName)?.name;
  return name ? `${name} (${shortName})` : shortName;
}
