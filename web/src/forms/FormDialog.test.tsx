import { MantineProvider } from '@mantine/core';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { FormDialog } from './FormDialog.tsx';
import { removalOf } from './removal.ts';
import { useEditedForm } from './use-edited-form.ts';

// Allows for a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
afterEach(cleanup);

interface Shown {
  lost?: string | null;
  isAsking?: boolean;
  disabled?: boolean;
  onRemove?: (id: string) => Promise<string>;
}

/** A form with one field; `log` is what it did. */
function show({ lost = 'It will be lost.', isAsking = false, disabled = false, onRemove }: Shown = {}) {
  const log: string[] = [];
  function Form() {
    const form = useEditedForm({
      initial: () => ({ name: 'Pool' }),
      send: async ({ name }) => name,
      onSent: (name) => void log.push(`saved ${name}`),
      refusalOf: () => ({ header: '', message: '', fields: {} }),
    });
    const removal = removalOf(onRemove ? { id: '7', name: 'Pool' } : null, {
      item: 'Location',
      mutation: { isPending: false, mutateAsync: onRemove ?? (async () => '') },
      onRemoved: (answer, id) => void log.push(`removed ${id}: ${answer}`),
      onRefused: (thrown) => void log.push(`refused: ${(thrown as Error).message}`),
    });
    return (
      <FormDialog
        form={form}
        opened
        title="Edit Location"
        size={600}
        submit="Save Changes"
        disabled={disabled}
        lost={lost}
        isAsking={isAsking}
        removal={removal}
        onClose={() => void log.push('closed')}
      >
        <input
          aria-label="Name"
          value={form.fields.name}
          onChange={(event) => form.change({ name: event.currentTarget.value })}
        />
      </FormDialog>
    );
  }
  render(
    <MantineProvider env="test">
      <Form />
    </MantineProvider>,
  );
  return log;
}
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
const press = (title: string, button: string) =>
  userEvent.click(dialog(title).getByRole('button', { name: button }));
const type = (text: string) => userEvent.type(screen.getByRole('textbox', { name: 'Name' }), text);

it('sends what was entered', async () => {
  const log = show();
  await type(' B');
  await press('Edit Location', 'Save Changes');
  await waitFor(() => expect(log).toEqual(['saved Pool B']));
});

it('cannot be sent while it is disabled', () => {
  show({ disabled: true });
  const button = dialog('Edit Location').getByRole('button', { name: 'Save Changes' });
  expect((button as HTMLButtonElement).disabled).toBe(true);
});

it('closes at once while nothing was changed', async () => {
  const log = show();
  await press('Edit Location', 'Cancel');
  expect(log).toEqual(['closed']);
});

it('asks before what was entered is lost, and closes only when that is confirmed', async () => {
  const log = show();
  await type(' B');
  await userEvent.keyboard('{Escape}');
  await screen.findByText('It will be lost.');
  await press('Close without saving?', 'Keep Editing');
  expect(screen.queryByRole('dialog', { name: 'Close without saving?' })).toBeNull();
  expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Pool B');
  expect(log).toEqual([]);
  await press('Edit Location', 'Cancel');
  await press('Close without saving?', 'Discard');
  expect(log).toEqual(['closed']);
});

it('closes a changed form without a question where nothing is lost', async () => {
  const log = show({ lost: null });
  await type(' B');
  await press('Edit Location', 'Cancel');
  expect(log).toEqual(['closed']);
});

it('leaves Escape to another question', async () => {
  const log = show({ isAsking: true });
  await userEvent.keyboard('{Escape}');
  expect(log).toEqual([]);
  expect(screen.queryByRole('dialog', { name: 'Close without saving?' })).toBeNull();
});

it('removes only after a question, by the name of the item', async () => {
  const log = show({ onRemove: async (id) => `deleted ${id}` });
  await press('Edit Location', 'Delete Location');
  await press('Remove Pool', 'Cancel');
  expect(log).toEqual([]);
  await press('Edit Location', 'Delete Location');
  await press('Remove Pool', 'Remove');
  await waitFor(() => expect(log).toEqual(['removed 7: deleted 7']));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove Pool' })).toBeNull());
});

it('stays open when the removal is refused', async () => {
  const log = show({ onRemove: async () => Promise.reject(new Error('in use')) });
  await press('Edit Location', 'Delete Location');
  await press('Remove Pool', 'Remove');
  await waitFor(() => expect(log).toEqual(['refused: in use']));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove Pool' })).toBeNull());
  expect(dialog('Edit Location').getByRole('textbox')).toBeTruthy();
});

it('has no button to remove something new', () => {
  show();
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
});
