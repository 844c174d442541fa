import { policyTypes } from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { examplePolicy, exampleType } from './example.ts';
import {
  changesLightningRadius,
  changesOf,
  fieldsOf,
  formOf,
  offersLifeSafety,
  type PolicyFields,
  problemsOf,
  refusalOf,
  roundedThreshold,
  withNotifyUsers,
  withType,
} from './policy-fields.ts';

const lightning = exampleType('LR1');
const wbgt = exampleType('WBGT');
const nws = exampleType('NWS');
const begun = fieldsOf(null);

describe('the policy form', () => {
  it('begins as the specification says', () => {
    expect(begun).toMatchObject({
      threshold: 0,
      reAlertMinutes: 10,
      allClearMinutes: 30,
      typeShortName: null,
    });
    expect(problemsOf(begun, undefined)).toEqual({ PolicyType: ['Choose a policy type'] });
  });

  it('resets the all clear to the least of the type that is picked', () => {
    for (const { shortName, minAllClear } of policyTypes) {
      expect(withType({ ...begun, allClearMinutes: 55 }, exampleType(shortName)).allClearMinutes).toBe(
        minAllClear,
      );
    }
  });

  it('asks for a response only where somebody is notified', () => {
    const asks = { ...withNotifyUsers(withType(begun, lightning), true), asksResponse: true };
    expect(formOf(asks, lightning).asksResponse).toBe(true);
    expect(formOf(withNotifyUsers(asks, false), lightning).asksResponse).toBe(false);
    const stored = examplePolicy('LR1');
    expect(changesOf(stored, formOf(fieldsOf(stored), lightning))).not.toHaveProperty('asksResponse');
    expect(changesOf(stored, formOf({ ...asks }, lightning))).toMatchObject({ asksResponse: true });
  });

  it('drops what the type picked does not have', () => {
    const tornado = { ...withType(begun, nws), events: ['Tornado Warning'], lifeSafety: true };
    expect(formOf(tornado, nws)).toMatchObject({
      events: ['Tornado Warning'],
      lifeSafety: true,
      threshold: 0,
    });
    expect(withType(tornado, wbgt)).toMatchObject({ events: [], lifeSafety: false });
    expect(offersLifeSafety({ ...tornado, events: ['Flood Watch'] }, nws)).toBe(false);
    expect(formOf({ ...tornado, events: ['Flood Watch'] }, nws).lifeSafety).toBe(false);
  });

  it.each([
    ['WBGT', 87.25, 87.3],
    ['WBGT', 87.249, 87.2],
    ['LR1', 9.5, 10],
    ['PRECIP', 1.005, 1.01],
    ['CHILL', -10.5, -10],
    ['LR1', '', ''],
  ] as const)('%s: %s is rounded to %s', (shortName, written, rounded) => {
    expect(roundedThreshold(written, exampleType(shortName))).toBe(rounded);
  });

  it('sends a rounded threshold even when the field was never left', () => {
    expect(formOf({ ...withType(begun, wbgt), threshold: 88.04999 }, wbgt).threshold).toBe(88);
  });

  it.each([
    ['an empty threshold', { threshold: '' }, 'Threshold'],
    ['a threshold beyond the limit', { threshold: 51 }, 'Threshold'],
    ['the zero it begins with', { threshold: 0 }, 'Threshold'],
    ['an all clear under the least', { allClearMinutes: 9 }, 'AllClearMinutes'],
    ['an empty all clear', { allClearMinutes: '' }, 'AllClearMinutes'],
    ['half a minute', { allClearMinutes: 30.5 }, 'AllClearMinutes'],
    ['empty reminders', { reAlertMinutes: '' }, 'ReAlertMinutes'],
  ] as const)('refuses %s', (_, part, label) => {
    expect(
      Object.keys(problemsOf({ ...withType(begun, lightning), threshold: 10, ...part }, lightning)),
    ).toEqual([label]);
  });

  it('takes no reminders, and no groups', () => {
    expect(
      problemsOf({ ...withType(begun, lightning), threshold: 10, reAlertMinutes: 0 }, lightning),
    ).toEqual({});
  });

  it('never has Notify On All Clear without Notify Users, and keeps the texts while they are off', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('users', 'all-clear')), (clicks) => {
        let fields: PolicyFields = { ...withType(begun, lightning), threshold: 10 };
        fields = { ...fields, notifyUsers: { ...fields.notifyUsers, message: 'Go in' } };
        for (const click of clicks) {
          if (click === 'users') fields = withNotifyUsers(fields, !fields.notifyUsers.on);
          else if (fields.notifyUsers.on)
            fields = {
              ...fields,
              notifyOnAllClear: { ...fields.notifyOnAllClear, on: !fields.notifyOnAllClear.on },
            };
          expect(problemsOf(fields, lightning)).toEqual({});
        }
        expect(fields.notifyUsers.message).toBe('Go in');
      }),
    );
  });
});

describe('an edited policy', () => {
  const actions = [
    { id: 'a1', triggerId: 't', allClear: false, message: 'Go in' },
    { id: 'a2', triggerId: 't', allClear: true, message: '' },
  ];
  const stored = examplePolicy('LR1', {
    sites: ['s1', 's2'],
    allGroups: false,
    notificationActions: actions,
    lifeSafety: true,
  });

  it('sends nothing that was not changed', () => {
    expect(changesOf(stored, formOf(fieldsOf(stored), lightning))).toEqual({});
    expect(changesOf(stored, formOf({ ...fieldsOf(stored), sites: ['s2', 's1'] }, lightning))).toEqual({});
    expect(changesOf(stored, formOf({ ...fieldsOf(stored), threshold: 8 }, lightning))).toEqual({
      threshold: 8,
    });
  });

  it('keeps the ids of its actions', () => {
    const fields = fieldsOf(stored);
    const changed = { ...fields, notifyUsers: { ...fields.notifyUsers, message: 'Shelter' } };
    expect(changesOf(stored, formOf(changed, lightning))).toEqual({
      notificationActions: [
        { id: 'a1', allClear: false, message: 'Shelter' },
        { id: 'a2', allClear: true, message: '' },
      ],
    });
    expect(changesOf(stored, formOf(withNotifyUsers(fields, false), lightning))).toEqual({
      notificationActions: [],
    });
  });

  it('asks before the radius of the first zone changes, and only then', () => {
    const moved = formOf({ ...fieldsOf(stored), threshold: 12 }, lightning);
    expect(changesLightningRadius(stored, moved)).toBe(true);
    expect(changesLightningRadius(null, moved)).toBe(false);
    expect(
      changesLightningRadius(stored, formOf({ ...fieldsOf(stored), reAlertMinutes: 0 }, lightning)),
    ).toBe(false);
    const second = examplePolicy('LR2', { threshold: 20 });
    expect(
      changesLightningRadius(second, formOf({ ...fieldsOf(second), threshold: 25 }, exampleType('LR2'))),
    ).toBe(false);
  });
});

describe('a refusal', () => {
  const failure = (status: number, errors: Record<string, string[]> = {}) =>
    new ApiFailure({ status, code: 'bad-input', message: 'Told.', errors });
  it.each([
    ['no word', failure(500), 'add', 'Error adding policy', 'Told.', {}],
    [
      'ServerErrors',
      failure(400, { ServerErrors: ['Too many policies', 'Ask support'] }),
      'update',
      'Too many policies',
      'Ask support',
      {},
    ],
    [
      'a field',
      failure(400, { threshold: ['Too high'] }),
      'update',
      'Error updating policy',
      '',
      { Threshold: ['Too high'] },
    ],
    [
      'a nested field',
      failure(400, { 'NotificationActions.0.Message': ['Long'] }),
      'add',
      'Error adding policy',
      '',
      { NotificationActions: ['Long'] },
    ],
    ['another label', failure(400, { ServerError: ['Odd'] }), 'delete', 'Error deleting policy', 'Odd', {}],
    ['gone', failure(404), 'update', 'Error updating policy', 'This policy was deleted meanwhile.', {}],
    [
      'gone already',
      failure(404),
      'delete',
      'Error deleting policy',
      'This policy was deleted meanwhile.',
      {},
    ],
    ['a fault of ours', new Error('boom'), 'add', 'Error adding policy', '', {}],
  ] as const)('%s', (_, thrown, work, header, message, fields) => {
    expect(refusalOf(thrown, work)).toEqual({ header, message, fields });
  });
});
