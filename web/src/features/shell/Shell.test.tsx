import type { CurrentUser, Organization, Status } from '@allclear/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { Shell } from './Shell.tsx';

let api: StandInApi;
beforeEach(async () => {
  api = await openStandInApi();
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const show = (environment: string | null, banner: string | null) =>
  render(
    api.wrap(
      <Shell
        status={{ weather: 'live', speed: 1, environment } as Status}
        user={{ firstName: 'Sam', lastName: 'Rivera', fullName: 'Sam Rivera' } as CurrentUser}
        organization={{ name: 'Our District', banner } as Organization}
        bell={null}
        mainLinks={[]}
        railLinks={[]}
        userLinks={[]}
        phoneLinks={[]}
        onSignOut={() => undefined}
        demonstration={{ button: null, panel: null }}
      >
        content
      </Shell>,
    ),
  );

it('a badge in the top bar names an environment that is not production', () => {
  show('Staging', null);
  expect(screen.getByText('Staging').textContent).toBe('Environment: Staging');
  cleanup();
  show(null, null);
  expect(screen.queryByText(/Environment/)).toBeNull();
});

it('has the link to the support center, the user menu and the banner of the organization', () => {
  show(null, 'Fields are closed');
  expect(screen.getByRole('link', { name: 'Support center' }).getAttribute('href')).toBe('/Support');
  expect(screen.getByRole('button', { name: /User menu of Sam Rivera/ }).textContent).toContain('SR');
  expect(screen.getByRole('note', { name: 'Note of Our District' }).textContent).toBe('Fields are closed');
});
