import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { examplePeople, exampleView } from './example.ts';
import { ResponseCounts } from './ResponseCounts.tsx';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});
const show = () => render(api.wrap(<ResponseCounts requestId="r1" headline="Go inside" />));

it('counts each person once, names who has not responded, and calls nobody safe', async () => {
  const asked: string[] = [];
  api = await openStandInApi({
    'GET Response/Request/r1': { data: exampleView() },
    'GET Response/Request/r1/People': (_, query) => {
      asked.push(query.toString());
      const kind = query.get('kind') === 'help' ? 'help' : 'none';
      return { data: examplePeople(kind, kind === 'none' ? 4800 : 1) };
    },
  });
  show();
  const counts = await screen.findByRole('list', { name: 'Responses: Go inside' });
  expect([...counts.children].map(({ textContent }) => textContent)).toEqual([
    'Need help 1',
    'No response 1 of 4',
    'Inside 1',
    'Only read 1',
  ]);
  // Who needs help is named at once, everybody else when somebody wants to see them.
  expect(await screen.findByText(/^Person 4 \(North\): place not said, /)).toBeTruthy();
  expect(asked).toEqual(['kind=help&page=1']);
  await userEvent.click(screen.getByText('Names'));
  expect(await screen.findByText('No response: 4800 people')).toBeTruthy();
  expect(screen.getByText('Person 1 (North)')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  await expect.poll(() => asked.at(-1)).toBe('kind=none&page=2');
  await userEvent.type(screen.getByLabelText('Name'), 'ann');
  await expect.poll(() => asked.at(-1)).toBe('kind=none&page=1&search=ann');
  expect(screen.getByText('Escalation: no step pending')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/\b(?:all )?clear\b|\bsafe\b|all good/i);
});

it('says of a response by SMS that it came so, and whether it had the code', async () => {
  const [person] = examplePeople('help').people;
  const by = (id: string, way: 'sms' | 'sms-without-code' | 'link') => ({
    ...{ ...person!, id, name: id },
    response: { ...person!.response!, way },
  });
  api = await openStandInApi({
    'GET Response/Request/r1': { data: exampleView() },
    'GET Response/Request/r1/People': {
      data: { total: 3, people: [by('Ann', 'sms'), by('Ben', 'sms-without-code'), by('Cem', 'link')] },
    },
  });
  show();
  expect(await screen.findByText(/^Ann .*, by SMS$/)).toBeTruthy();
  expect(screen.getByText(/^Ben .*, by SMS without the code$/)).toBeTruthy();
  expect(screen.getByText(/^Cem /).textContent).not.toContain('SMS');
});

it('says that nothing is known where there is no answer', async () => {
  api = await openStandInApi({});
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Who has responded is not known');
});
