import type { AuditCheck, AuditEntryRow } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation, useNavigate } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import AuditPage from './AuditPage.tsx';

const actor: AuditEntryRow['actor'] = {
  ...{ kind: 'user', id: 'sam', name: 'Sam Rivera', via: 'session', operatorId: null, operatorName: null },
  ...{ credential: { kind: 'grant', id: 'g1' }, network: '192.0.2.7', requestId: 'r1' },
};
const changed: AuditEntryRow = {
  ...{ sequence: 7, hash: 'a7'.repeat(32), at: '2026-06-06T20:00:00.000Z', reason: null, actor },
  ...{
    productAt: '2026-06-06T20:00:00.000Z',
    action: 'policy.changed',
    recordId: 'wind',
    recordName: 'Wind',
  },
  before: { threshold: 10, groupIds: ['north'] },
  after: { threshold: 8, groupIds: ['north', 'south'] },
};
const later: AuditEntryRow = {
  ...{ ...changed, sequence: 9, hash: 'a9'.repeat(32), at: '2026-06-06T21:00:00.000Z' },
  ...{ before: { name: 'Gusts' }, after: { name: 'Wind' } },
};
const whole: AuditCheck = {
  ...{ isWhole: true, entries: 9, throughSequence: 9, firstFault: null },
  ...{ checkedAt: '2026-06-06T21:01:00.000Z', wholeCheckedAt: '2026-06-06T00:05:00.000Z' },
  newestHead: { sequence: 4, hash: 'a4'.repeat(32), signedAt: '2026-06-06T00:05:00.000Z' },
};
const policy = {
  ...{ id: 'wind', name: 'Wind', threshold: 8, sites: ['south', 'north'], revision: 5 },
  notificationActions: [],
};
const group = { id: 'north', name: 'North', users: [], notificationUsers: [], organizationLocations: [] };
let api: StandInApi;
let asked: URLSearchParams[];
let goTo: (address: string) => void;

beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  asked = [];
  api = await openStandInApi({
    'GET Audit': answerOf([later, changed]),
    'GET Audit/Check': { data: whole },
    'GET user/customer': { data: [{ id: 'sam', fullName: 'Sam Rivera' }] },
    'GET notificationuser': { data: [] },
    'GET site': { data: [group, { ...group, id: 'south', name: 'South' }] },
    'GET organizationLocation': { data: [] },
    'GET policy': { data: [policy] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

function answerOf(entries: readonly AuditEntryRow[], nextCursor: string | null = null) {
  return (_body: unknown, query: URLSearchParams) => {
    asked.push(query);
    return { data: { entries, nextCursor } };
  };
}

function Address() {
  const navigate = useNavigate();
  goTo = (address) => void navigate(address);
  return <samp>{useLocation().search}</samp>;
}
const show = () =>
  render(
    api.wrap(
      <>
        <AuditPage />
        <Address />
      </>,
    ),
  );
const address = () => document.querySelector('samp')?.textContent;
const items = () => screen.findAllByRole('listitem');
const sent = () => api.requests.filter(({ method }) => method !== 'GET').at(-1);

it('says who changed what, from what to what, with names in the place of ids', async () => {
  show();
  const [newest, older] = await items();
  expect(newest?.textContent).toContain('Sam Rivera');
  expect(newest?.textContent).toContain('Policy changed: Wind');
  await waitFor(() => expect(older?.textContent).toMatch(/Threshold10 → {1,2}became 8/));
  expect(older?.textContent).toMatch(/GroupNorth → {1,2}became North, South/);
  expect(older?.textContent).not.toContain('192.0.2.7');
  await userEvent.click(within(older as HTMLElement).getByRole('button', { name: /^Details of entry 7/ }));
  expect(older?.textContent).toContain('192.0.2.7');
  expect(older?.textContent).toContain(changed.hash);
});

it('who acted as somebody is said; a person who is gone has no name', async () => {
  const by = { ...actor, via: 'impersonation', operatorId: 'op', operatorName: 'Desk' } as const;
  api.answers['GET Audit'] = answerOf([
    { ...later, actor: by, reason: 'Asked by phone' },
    { ...changed, actor: { ...actor, name: null } },
    { ...changed, sequence: 3, actor: { ...actor, kind: 'system', id: 'engine', name: null, via: null } },
  ]);
  show();
  const [first, second, third] = await items();
  expect(first?.textContent).toContain('Desk as Sam Rivera');
  expect(first?.textContent).toContain('Reason: Asked by phone');
  expect(second?.textContent).toContain('Somebody who was removed');
  expect(third?.textContent).toContain('Allclear (engine)');
});

it('says that the chain verifies only when the server has verified it', async () => {
  api.answers['GET Audit/Check'] = { data: { ...whole, isWhole: null } };
  show();
  expect(await screen.findByText('The chain is being verified …')).toBeTruthy();
  cleanup();
  await api.close();
  api = await openStandInApi({ 'GET Audit': answerOf([]), 'GET Audit/Check': { data: whole } });
  show();
  expect(await screen.findByText(/^The chain verifies: 9 entries, checked/)).toBeTruthy();
  expect(screen.getByText(/Entry 4 was signed/)).toBeTruthy();
  expect(await screen.findByText('Nothing has been changed yet')).toBeTruthy();
});

it('names the first wrong entry of a chain that does not verify', async () => {
  const firstFault = { sequence: 4, what: 'The entry was changed.' };
  api.answers['GET Audit/Check'] = { data: { ...whole, isWhole: false, firstFault } };
  show();
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /The chain does not verify.*Entry 4: The entry was changed/,
  );
  expect(screen.queryByText(/The chain verifies/)).toBeNull();
});

it('a check that fails is neither whole nor broken', async () => {
  api.answers['GET Audit/Check'] = {
    ...{ status: 503, responseException: { code: 'unavailable', message: 'Try again.' } },
  };
  show();
  expect(await screen.findByText(/Whether the chain verifies is not known/)).toBeTruthy();
});

it('filters stand in the address and are asked of the server; a text that is no day is none', async () => {
  show();
  await items();
  act(() => goTo('?from=2026-06-06&to=2026-06-07&subject=policy&by=sam&record=wind'));
  await waitFor(() => expect(asked.at(-1)?.get('recordId')).toBe('wind'));
  const query = asked.at(-1);
  expect(query?.get('from')).toBe(new Date(2026, 5, 6).toISOString());
  expect(query?.get('to')).toBe(new Date(2026, 5, 8).toISOString());
  expect([query?.get('subject'), query?.get('userId')]).toEqual(['policy', 'sam']);
  expect(await screen.findByText('Wind', { selector: 'strong' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all records' }));
  expect(address()).toBe('?from=2026-06-06&to=2026-06-07&subject=policy&by=sam');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(address()).toBe('');
  act(() => goTo('?from=2026-02-31&to=soon'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull());
  await waitFor(() => expect(asked.at(-1)?.has('from')).toBe(false));
});

it('older entries are asked for on demand, from where the list ends', async () => {
  api.answers['GET Audit'] = (_body, query) => {
    asked.push(query);
    const isSecond = query.has('cursor');
    return {
      data: { entries: isSecond ? [changed] : [later], nextCursor: isSecond ? null : 'before-9' },
    };
  };
  show();
  expect(await items()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
  await waitFor(async () => expect(await items()).toHaveLength(2));
  expect(asked.at(-1)?.get('cursor')).toBe('before-9');
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('a list that cannot be loaded says so, and tries again', async () => {
  api.answers['GET Audit'] = {
    ...{ status: 500, responseException: { code: 'internal', message: 'It failed.' } },
  };
  show();
  expect(await screen.findByText('Problem retrieving the audit')).toBeTruthy();
  api.answers['GET Audit'] = answerOf([changed]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await items()).toHaveLength(1);
});

it('the version before a change is put back whole, with the revision that was compared', async () => {
  api.answers['PATCH policy'] = { data: { id: 'wind', message: 'Updated', policy } };
  show();
  const [, older] = await items();
  await userEvent.click(within(older as HTMLElement).getByRole('button', { name: /^Put back the version/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Put back Wind' }));
  expect(await dialog.findByText(/becomes what it was before this change/)).toBeTruthy();
  const texts = dialog.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(texts).toEqual([
    expect.stringMatching(/^8.*10$/),
    expect.stringMatching(/^South, North.*North$/),
    expect.stringMatching(/^Wind.*Gusts$/),
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Put back' }));
  await waitFor(() =>
    expect(sent()?.body).toEqual({
      ...{ id: 'wind', revision: 5, threshold: 10, sites: ['north'], name: 'Gusts' },
    }),
  );
  expect(await screen.findByText('Put back: Wind')).toBeTruthy();
});

it('a refused putting back says why and compares anew', async () => {
  api.answers['PATCH policy'] = {
    status: 409,
    responseException: { code: 'conflict', message: 'It was changed meanwhile.' },
  };
  show();
  const [, older] = await items();
  await userEvent.click(within(older as HTMLElement).getByRole('button', { name: /^Put back the version/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('button', { name: 'Put back' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('It was changed meanwhile.');
  api.answers['GET policy'] = { data: [{ ...policy, threshold: 10, sites: ['north'], name: 'Gusts' }] };
  await userEvent.click(dialog.getByRole('button', { name: 'Put back' }));
  expect(await dialog.findByText(/is already as it was then/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Put back' })).toBeNull();
});

it('what was deleted is added again as it was; what is gone cannot be put back', async () => {
  const deleted: AuditEntryRow = {
    ...{ ...later, action: 'policy.deleted', after: null },
    before: {
      id: 'wind',
      name: 'Wind',
      typeShortName: 'wind',
      threshold: 8,
      groupIds: ['north'],
      actions: [],
    },
  };
  api.answers['GET Audit'] = answerOf([deleted, changed]);
  api.answers['GET policy'] = { data: [] };
  api.answers['POST policy'] = { data: { id: 'new', message: 'Saved', policy } };
  show();
  const [newest, older] = await items();
  await userEvent.click(within(older as HTMLElement).getByRole('button', { name: /^Put back the version/ }));
  const gone = within(await screen.findByRole('dialog'));
  expect(await gone.findByText(/no longer exists/)).toBeTruthy();
  const [, close] = gone.getAllByRole('button', { name: 'Close' });
  await userEvent.click(close as HTMLElement);
  await userEvent.click(within(newest as HTMLElement).getByRole('button', { name: /^Put back the version/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/was deleted. It is added as a new one/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Add it again' }));
  await waitFor(() =>
    expect(sent()?.body).toEqual({
      ...{ name: 'Wind', policyTypeShortName: 'wind', threshold: 8, sites: ['north'] },
      notificationActions: [],
    }),
  );
});

it('exports the whole chain, or what is shown', async () => {
  URL.createObjectURL = () => 'blob:audit';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  const exported: string[] = [];
  api.answers['GET Audit/Export'] = (_body, query) => {
    exported.push(query.toString());
    return { file: '{}', type: 'application/jsonl' };
  };
  show();
  await items();
  act(() => goTo('?subject=policy'));
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Whole chain/, hidden: true }));
  await waitFor(() => expect(exported).toEqual(['format=jsonl']));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(false),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /spreadsheet/, hidden: true }));
  await waitFor(() => expect(exported).toEqual(['format=jsonl', 'format=csv&subject=policy']));
});
