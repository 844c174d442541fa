import { Checkbox, MantineProvider, NumberInput, TextInput } from '@mantine/core';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ErrorSummary } from './ErrorSummary.tsx';
import { type Refusal, useEditedForm } from './use-edited-form.ts';

// Allows for a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
afterEach(cleanup);

const initial = () => ({ first: '', second: '', miles: 10, days: [] as string[] });
type Fields = ReturnType<typeof initial>;
const refused: Refusal = {
  header: 'Error updating location',
  message: 'Somebody else changed it meanwhile.',
  fields: { Miles: ['At most 50'], Days: ['Choose a day', 'Not on Sunday'], Other: ['Too many places'] },
};

/** A form with two fields of the same error, a number and a group; refused by `check`, then by the server. */
function show(refusal: Refusal = refused) {
  function Form() {
    const form = useEditedForm<Fields, string>({
      initial,
      check: ({ first, second }) => ({
        ...(first === '' ? { First: ['Name is required'] } : {}),
        ...(second === '' ? { Second: ['Name is required'] } : {}),
      }),
      send: async () => Promise.reject(new Error('refused')),
      onSent: () => undefined,
      refusalOf: () => refusal,
    });
    const { fields, errorOf, change } = form;
    return (
      <form ref={form.element} onSubmit={form.submit} noValidate>
        <ErrorSummary form={form} />
        <TextInput
          label="First"
          value={fields.first}
          error={errorOf('First')}
          onChange={(event) => change({ first: event.currentTarget.value })}
        />
        <TextInput
          label="Second"
          value={fields.second}
          error={errorOf('Second')}
          onChange={(event) => change({ second: event.currentTarget.value })}
        />
        <NumberInput
          label="Miles"
          value={fields.miles}
          error={errorOf('Miles')}
          onChange={(miles) => change({ miles: Number(miles) })}
        />
        <fieldset aria-describedby="days" data-invalid={errorOf('Days') !== undefined}>
          <Checkbox label="Monday" onChange={() => change({ days: ['Monday'] })} />
          <p id="days">{errorOf('Days')}</p>
        </fieldset>
        <button type="submit">Save</button>
      </form>
    );
  }
  render(
    <MantineProvider env="test">
      <Form />
    </MantineProvider>,
  );
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const summary = (name = 'Please check the form') => screen.findByRole('group', { name });
const follow = async (link: HTMLElement) => {
  link.focus();
  await userEvent.keyboard('{Enter}');
};

it('takes the focus after each refusal and is announced by that alone', async () => {
  show();
  expect(screen.queryByRole('group', { name: 'Please check the form' })).toBeNull();
  for (const _ of [1, 2]) {
    await save();
    const found = await summary();
    await waitFor(() => expect(document.activeElement).toBe(found));
    const described = document.getElementById(found.getAttribute('aria-describedby')!);
    expect(described?.textContent).toBe('Name is requiredName is required');
  }
  expect(screen.queryAllByRole('alert')).toEqual([]);
  expect(document.querySelectorAll('[aria-live]')).toHaveLength(0);
});

it('each error leads to its own field, which keeps its message', async () => {
  show();
  await save();
  const links = within(await summary()).getAllByRole('link', { name: 'Name is required' });
  for (const [index, name] of ['First', 'Second'].entries()) {
    await follow(links[index]!);
    const field = screen.getByRole('textbox', { name });
    expect(document.activeElement).toBe(field);
    expect(links[index]!.getAttribute('href')).toBe(`#${field.id}`);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toBe(
      'Name is required',
    );
  }
});

it('an error goes when its field changes, and the summary with the last one', async () => {
  show();
  await save();
  await userEvent.type(screen.getByRole('textbox', { name: 'First' }), 'A');
  expect(within(await summary()).getAllByRole('link')).toHaveLength(1);
  await userEvent.type(screen.getByRole('textbox', { name: 'Second' }), 'B');
  expect(screen.queryByRole('group', { name: 'Please check the form' })).toBeNull();
});

it('says what the server refused: its header, its message, a group, and an error without a field', async () => {
  show();
  await userEvent.type(screen.getByRole('textbox', { name: 'First' }), 'A');
  await userEvent.type(screen.getByRole('textbox', { name: 'Second' }), 'B');
  await save();
  const found = await summary('Error updating location');
  await waitFor(() => expect(document.activeElement).toBe(found));
  expect(found.textContent).toContain('Somebody else changed it meanwhile.');
  expect(
    within(found)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['At most 50', 'Choose a day', 'Not on Sunday', 'Too many places']);
  expect(within(found).queryByRole('link', { name: 'Too many places' })).toBeNull();
  await follow(within(found).getByRole('link', { name: 'At most 50' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Miles' }));
  await follow(within(found).getByRole('link', { name: 'Not on Sunday' }));
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Monday' }));
});

it('a refusal without fields stands until the form is sent again', async () => {
  show({ header: 'Error adding location', message: 'Allclear could not be reached.', fields: {} });
  await userEvent.type(screen.getByRole('textbox', { name: 'First' }), 'A');
  await userEvent.type(screen.getByRole('textbox', { name: 'Second' }), 'B');
  await save();
  const found = await summary('Error adding location');
  await waitFor(() => expect(document.activeElement).toBe(found));
  await userEvent.type(screen.getByRole('textbox', { name: 'First' }), 'C');
  expect(found.isConnected).toBe(true);
  expect(found.textContent).toContain('Allclear could not be reached.');
});
