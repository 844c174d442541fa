import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { can, featureNumbers, features, isFeature, isPermission, permissionsOf } from './permissions.ts';
import { type Role, roles } from './roles.ts';

const signingIn = (Object.keys(roles) as Role[]).filter((role) => roles[role].signsIn);

test('the features are the permission strings of the specification', () => {
  expect(features.toSorted()).toEqual(
    [
      'pa.full_access',
      'gps.tracking',
      'met.support',
      'massnotify.access',
      'widget.access',
      'live_camera.access',
      'fourth_lightning_zone.support',
      'integrations.singlewire.access',
      'integrations.sso.access',
      'broadcast.view.access',
      'historical_report.access',
      'historical_report.policy_delays.access',
      'geofence.alerts.access',
      'location_cards.own_only.access',
      'mesonet.access',
      'new_policy_architecture.access',
      'write:integrations',
      'read:integrations',
    ].toSorted(),
  );
});

test('an organization from which nothing is withheld has the numeric flags of the specification', () => {
  expect(featureNumbers([])).toEqual([1, 2, 3, 6, 7, 8, 9, 10]);
  expect(featureNumbers(['met.support', 'integrations.sso.access'])).toEqual([1, 3, 6, 7, 8, 9, 10]);
});

describe('what a role holds', () => {
  test('a feature needs the organization and the role', () => {
    expect(permissionsOf('admin', [])).toContain('met.support');
    expect(permissionsOf('admin', ['met.support'])).not.toContain('met.support');
    expect(permissionsOf('customer', [])).not.toContain('met.support');
    expect(permissionsOf('customer', [])).toContain('broadcast.view.access');
  });

  test('withholding takes exactly the features that are named', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...signingIn),
        fc.subarray([...features]),
        fc.array(fc.string()),
        (role, withheld, unknown) => {
          const held = permissionsOf(role, [...withheld, ...unknown.filter((text) => !isPermission(text))]);
          expect(held).toEqual(
            permissionsOf(role, []).filter((one) => !isFeature(one) || !withheld.includes(one)),
          );
        },
      ),
    );
  });

  test('a more senior role holds everything that a less senior one does', () => {
    for (const [i, role] of signingIn.entries())
      for (const junior of signingIn.slice(i + 1))
        expect(permissionsOf(role, [])).toEqual(expect.arrayContaining(permissionsOf(junior, [])));
  });

  test('who only receives notifications holds nothing', () => {
    expect(permissionsOf('notification-only', [])).toEqual([]);
    expect(can('notification-only', 'map:read')).toBe(false);
  });

  test.each(['', 'toString', '__proto__', 'Met.Support', 'met.support '])('%j is no permission', (text) => {
    expect(isPermission(text)).toBe(false);
    expect(isFeature(text)).toBe(false);
  });
});
