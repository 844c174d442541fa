import { describe, expect, it } from 'vitest';
import { exampleChoice, exampleWidget } from '../example.ts';
import { fieldsOf, formOf, mergedForm, newWidget, problemsOf, type WidgetFields } from './widget-fields.ts';

const nowMs = Date.parse('2026-06-06T12:00:00Z');
const problems = (part: Partial<WidgetFields>) =>
  problemsOf({ ...newWidget, name: 'Field', orgLocId: 'field', policies: ['lr1'], ...part }, exampleChoice, {
    ...{ nowMs, saved: null },
  });

it('a new widget has the defaults of the specification', () => {
  expect(formOf(newWidget, exampleChoice)).toEqual({
    ...{ name: '', orgLocId: null, theme: 0, type: 0, primaryCondition: 0, widgetConditions: [] },
    ...{ widgetForecasts: [], weatherStationId: null, policyGroupId: -1, policies: [], headerMessage: '' },
    ...{ headerMessageExpiration: null, width: 800, allowedSites: [] },
  });
});

describe('a save', () => {
  it('needs a name, and a lightning radius by the model of the location', () => {
    expect(problems({})).toEqual({});
    expect(problems({ name: ' ' })).toEqual({ Name: ['Please enter a name for your widget.'] });
    expect(problems({ policies: ['heat'] })).toEqual({
      LightningRadius: [
        'Lightning Radius 1 (LR1) policy is required. Please select an LR1 policy from the list.',
      ],
    });
    expect(problems({ orgLocId: 'pier', policies: [], policyGroupId: 'guards' })).toEqual({
      LightningRadius: [
        'Lightning radius is required. Please select a group with a lightning radius policy.',
      ],
    });
    expect(problems({ orgLocId: 'pier', policies: [], policyGroupId: 'coaches' })).toEqual({});
  });

  it('needs an expiration in the future once there is to be one', () => {
    const at = (local: string) => problems({ expiry: { local, savedUtc: null } });
    expect(Object.keys(at(''))).toEqual(['HeaderMessageExpiration']);
    expect(Object.keys(at('2026-06-06T06:59'))).toEqual(['HeaderMessageExpiration']);
    expect(at('2026-06-06T07:01')).toEqual({});
  });

  it('sends none of what is none, and the station of the location', () => {
    const form = formOf(
      { ...newWidget, orgLocId: 'field', hourly: 2, allowedSites: ['HTTPS://A.example/'] },
      exampleChoice,
    );
    expect(form).toMatchObject({
      widgetForecasts: [{ forecastType: 0, conditionType: 2 }],
      weatherStationId: 's1',
      allowedSites: ['https://a.example'],
    });
  });

  it('keeps what somebody else changed, except where the same field was changed here', () => {
    const before = fieldsOf(exampleWidget, exampleChoice);
    const current = fieldsOf({ ...exampleWidget, name: 'Theirs', headerMessage: 'Theirs' }, exampleChoice);
    const form = mergedForm(before, { ...before, name: 'Ours' }, current, exampleChoice);
    expect(form).toMatchObject({ name: 'Ours', headerMessage: 'Theirs' });
  });
});

it('a saved widget is edited without what is gone, and 12 is no condition', () => {
  const fields = fieldsOf(
    { ...exampleWidget, policies: ['lr1', 'gone'], orgLocId: 'gone', policyGroupId: 'gone' },
    exampleChoice,
  );
  expect(fields).toMatchObject({
    ...{ orgLocId: null, policies: ['lr1'], policyGroupId: null, secondaryConditions: [2] },
  });
});
