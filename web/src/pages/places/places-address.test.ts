import { expect, it } from 'vitest';
import { readChoice, writeChoice } from './places-address.ts';

const initial = readChoice(new URLSearchParams());

it('a choice is the same after it was written to an address and read again', () => {
  const choice = {
    view: 'board',
    sort: 'name',
    search: 'é & =',
    states: ['delay', 'unknown'],
    groupId: 'g-1',
  } as const;
  const params = writeChoice(new URLSearchParams('kiosk='), choice);
  expect(readChoice(new URLSearchParams(params.toString()))).toEqual(choice);
  expect(params.has('kiosk')).toBe(true);
  expect(writeChoice(params, initial).toString()).toBe('kiosk=');
});

it.each(['view=wall', 'sort=x', 'state=safe,,delay2', 'group='])('%s has the initial value', (address) => {
  expect(readChoice(new URLSearchParams(address))).toEqual(initial);
});
