import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { EscalationCard } from './EscalationCard.tsx';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

it('takes at most five steps and saves them with the revision', async () => {
  api = await openStandInApi({
    'GET Response/Escalation': { data: { steps: [], revision: 3 } },
    'PUT Response/Escalation': { data: { steps: [], revision: 4 } },
  });
  render(api.wrap(<EscalationCard addressees={[]} />));
  expect(await screen.findByText('There is no step: nothing is passed on.')).toBeTruthy();
  const add = screen.getByRole('button', { name: 'Add a step' });
  for (let count = 0; count < 5; count += 1) await userEvent.click(add);
  expect(add.hasAttribute('disabled')).toBe(true);
  for (const step of [5, 4, 3])
    await userEvent.click(screen.getByRole('button', { name: `Remove step ${step}` }));
  await userEvent.click(screen.getByRole('button', { name: 'Save escalation' }));
  await expect
    .poll(() => api.requests.find(({ method }) => method === 'PUT')?.body)
    .toEqual({
      steps: [1, 2].map(() => ({ target: { kind: 'desk' }, afterMinutes: 5 })),
      revision: 3,
    });
});

it('says why it was not saved', async () => {
  api = await openStandInApi({
    'GET Response/Escalation': {
      data: { steps: [{ target: { kind: 'desk' }, afterMinutes: 5 }], revision: 1 },
    },
    'PUT Response/Escalation': {
      ...{ status: 400 },
      responseException: { code: 'bad-input', message: 'Each step must wait for 1 to 60 whole minutes' },
    },
  });
  render(api.wrap(<EscalationCard addressees={[]} />));
  await userEvent.click(await screen.findByRole('button', { name: 'Save escalation' }));
  expect((await screen.findByRole('alert')).textContent).toContain('1 to 60 whole minutes');
});

it('the user can be a step, and who was removed is called so', async () => {
  const person = (id: string) => ({ target: { kind: 'person', id }, afterMinutes: 5 });
  api = await openStandInApi({
    'GET Response/Escalation': { data: { steps: [person('me'), person('gone')], revision: 1 } },
  });
  render(api.wrap(<EscalationCard addressees={[]} self={{ id: 'me', fullName: 'Alex Admin' }} />));
  expect(await screen.findByDisplayValue('Alex Admin (you)')).toBeTruthy();
  expect(screen.getByDisplayValue('Somebody who was removed')).toBeTruthy();
});
