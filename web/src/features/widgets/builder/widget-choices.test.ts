import { describe, expect, it } from 'vitest';
import { exampleChoice } from '../example.ts';
import {
  listedPolicies,
  searchedPolicies,
  togglePolicy,
  withGroup,
  withListedPolicies,
} from './widget-choices.ts';
import { newWidget, type WidgetFields } from './widget-fields.ts';

const choice = exampleChoice;
const listed = (part: Partial<WidgetFields>) =>
  listedPolicies({ ...newWidget, orgLocId: 'field', ...part }, choice).map(({ id }) => id);

describe('the new policy model', () => {
  it('lists policies that fit the chosen conditions, and the first lightning radius; LR2 and LR3 are hidden', () => {
    expect(listed({})).toEqual(['lr1', 'lr1-wide', 'heat']);
    expect(listed({ secondaryConditions: [2] })).toEqual(['lr1', 'lr1-wide', 'heat', 'wind']);
    expect(listed({ primaryCondition: 3 })).toEqual(['lr1', 'lr1-wide']);
    expect(listed({ orgLocId: null })).toEqual([]);
  });

  it('of each type one policy is checked: another one replaces it', () => {
    const press = (chosen: string[], id: string) => {
      const pressed = choice.policies.find((policy) => policy.id === id);
      return pressed ? togglePolicy(chosen, pressed, choice.policies) : [];
    };
    expect(press(['lr1', 'heat'], 'lr1-wide')).toEqual(['heat', 'lr1-wide']);
    expect(press(['lr1', 'heat'], 'heat')).toEqual(['lr1']);
  });

  it('a policy that no longer fits is unchecked with its condition', () => {
    const fields = { ...newWidget, orgLocId: 'field', policies: ['lr1', 'heat'], primaryCondition: 3 };
    expect(withListedPolicies(fields, choice).policies).toEqual(['lr1']);
  });

  it('is searched by short name or name', () => {
    const found = (search: string) => searchedPolicies(choice.policies, search).map(({ id }) => id);
    expect(found('lr1')).toEqual(['lr1', 'lr1-wide']);
    expect(found(' tents ')).toEqual(['wind']);
    expect(found('Heat Index')).toEqual([]);
  });
});

describe('the old policy model', () => {
  it('lists the policies of the selected group alone, and checks one of each type', () => {
    expect(listed({ orgLocId: 'pier' })).toEqual([]);
    expect(listed({ orgLocId: 'pier', policyGroupId: 'guards' })).toEqual([]);
    expect(listed({ orgLocId: 'pier', policyGroupId: 'coaches' })).toEqual([
      ...['lr1', 'lr1-wide', 'heat', 'wind', 'nws'],
    ]);
    const grouped = withGroup({ ...newWidget, orgLocId: 'pier' }, 'coaches', choice);
    expect(grouped.policies).toEqual(['lr1', 'heat', 'wind', 'nws']);
    expect(withGroup(grouped, null, choice).policies).toEqual([]);
  });
});
