import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { exampleView } from './example.ts';
import { ResponseCounts } from './ResponseCounts.tsx';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});
const show = () => render(api.wrap(<ResponseCounts requestId="r1" headline="Go inside" />));

it('counts each person once, names who has not responded, and calls nobody safe', async () => {
  api = await openStandInApi({ 'GET Response/Request/r1': { data: exampleView() } });
  show();
  const counts = await screen.findByRole('list', { name: 'Responses: Go inside' });
  expect([...counts.children].map(({ textContent }) => textContent)).toEqual([
    'Need help 1',
    'No response 1 of 4',
    'Inside 1',
    'Only read 1',
  ]);
  expect(screen.getByText('No response: 1 person')).toBeTruthy();
  expect(screen.getByText('Person 1 (North)')).toBeTruthy();
  expect(screen.getByText('Escalation: no step pending')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/\b(?:all )?clear\b|\bsafe\b|all good/i);
});

it('says that nothing is known where there is no answer', async () => {
  api = await openStandInApi({});
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Who has responded is not known');
});
