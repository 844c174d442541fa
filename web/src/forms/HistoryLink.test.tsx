import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../api/stand-in-api.tsx';
import { useCurrentUser } from '../features/shell/use-account.ts';
import { HistoryLink } from './HistoryLink.tsx';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

/** A page that has asked for the user. */
function Page() {
  const user = useCurrentUser();
  if (!user.data) return null;
  return (
    <>
      <p>Page</p>
      <HistoryLink recordId="a b" />
    </>
  );
}

it.each([
  [['audit:read'], '/Audit?record=a%20b'],
  [['policies:write'], undefined],
])('with %j leads to %s', async (permissions, address) => {
  api = await openStandInApi({ 'GET user/current': { data: { id: 'sam', permissions } } });
  render(api.wrap(<Page />));
  await screen.findByText('Page');
  expect(screen.queryByRole('link')?.getAttribute('href')).toBe(address);
});
