import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Refusal, useEditedForm } from './use-edited-form.ts';

afterEach(cleanup);

interface Fields {
  name: string;
  miles: number;
  groups: readonly string[];
}
const initial = (): Fields => ({ name: 'Pool', miles: 10, groups: ['coaches'] });
const refusal: Refusal = {
  header: 'Not saved',
  message: '',
  fields: { Name: ['Taken'], Radius: ['Too small', 'Not whole'] },
};

/** The form with a call that the test answers. */
function open(part: Partial<Parameters<typeof useEditedForm<Fields, string>>[0]> = {}) {
  const answers: { accept: (answer: string) => void; refuse: (thrown: unknown) => void }[] = [];
  const sent: Fields[] = [];
  const saved: string[] = [];
  const refused: Refusal[] = [];
  const { result, rerender } = renderHook(() =>
    useEditedForm<Fields, string>({
      initial,
      labels: { miles: 'Radius' },
      send: (fields) => {
        sent.push(fields);
        return new Promise((accept, refuse) => answers.push({ accept, refuse }));
      },
      onSent: (answer) => void saved.push(answer),
      refusalOf: () => refusal,
      onRefused: (one) => void refused.push(one),
      ...part,
    }),
  );
  const submit = () => {
    const event = new Event('submit', { cancelable: true });
    act(() => result.current.submit(event as unknown as FormEvent));
    expect(event.defaultPrevented).toBe(true);
  };
  return { form: () => result.current, rerender, answers, sent, saved, refused, submit };
}

it('is changed while a field differs, and unchanged again when it is set back', () => {
  const { form } = open();
  expect(form().isChanged).toBe(false);
  act(() => form().change({ name: 'Track' }));
  expect(form().fields).toEqual({ ...initial(), name: 'Track' });
  expect(form().isChanged).toBe(true);
  act(() => form().change({ name: 'Pool' }));
  expect(form().isChanged).toBe(false);
});

it('compares by `isSame` where it is given', () => {
  const { form } = open({ isSame: (a, b) => a.groups.length === b.groups.length });
  act(() => form().change({ name: 'Track', groups: ['grounds'] }));
  expect(form().isChanged).toBe(false);
  act(() => form().change({ groups: [] }));
  expect(form().isChanged).toBe(true);
});

it('sends nothing that the check refuses, and shows why until the field changes', () => {
  const { form, sent, submit } = open({
    check: ({ miles }): Record<string, string[]> => (miles < 5 ? { Radius: ['At least 5'] } : {}),
  });
  act(() => form().change({ miles: 4 }));
  submit();
  expect(sent).toEqual([]);
  expect(form().errorOf('Radius')).toBe('At least 5');
  act(() => form().change({ name: 'Track' }));
  expect(form().errorOf('Radius')).toBe('At least 5');
  act(() => form().change({ miles: 6 }));
  expect(form().errorOf('Radius')).toBeUndefined();
  submit();
  expect(sent).toEqual([{ ...initial(), name: 'Track', miles: 6 }]);
});

it('is sending until the answer, which it hands on', async () => {
  const { form, answers, saved, refused, submit } = open();
  submit();
  expect(form().isSending).toBe(true);
  await act(async () => answers[0]!.accept('saved'));
  expect(form().isSending).toBe(false);
  expect(saved).toEqual(['saved']);
  expect(refused).toEqual([]);
});

it('shows a refusal under its labels; an error goes when its own field changes, and only then', async () => {
  const { form, answers, saved, refused, submit } = open();
  submit();
  await act(async () => answers[0]!.refuse(new Error('refused')));
  expect(saved).toEqual([]);
  expect(refused).toEqual([refusal]);
  expect(form().isSending).toBe(false);
  expect(form().errorOf('Name')).toBe('Taken');
  expect(form().errorOf('Radius')).toBe('Too small Not whole');
  expect(form().sentencesOf('Groups')).toEqual([]);
  act(() => form().change({ name: 'Pool', groups: [] }));
  expect(form().errorOf('Name')).toBe('Taken');
  act(() => form().change({ miles: 11 }));
  expect(form().errorOf('Radius')).toBeUndefined();
  expect(form().errorOf('Name')).toBe('Taken');
  submit();
  expect(form().errorOf('Name')).toBeUndefined();
});

it('starts again from what was saved', async () => {
  const { form, answers, submit } = open();
  act(() => form().change({ name: 'Track' }));
  submit();
  await act(async () => answers[0]!.refuse(new Error('refused')));
  act(() => form().rebase({ ...initial(), name: 'Arena' }));
  expect(form().fields.name).toBe('Arena');
  expect(form().isChanged).toBe(false);
  expect(form().errors).toEqual({});
});

it.each([
  [true, true],
  [false, false],
])('guardsTab %s: the browser asks before a changed tab closes: %s', (guardsTab, asks) => {
  const { form } = open({ guardsTab });
  const isPrevented = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isPrevented()).toBe(false);
  act(() => form().change({ name: 'Track' }));
  expect(isPrevented()).toBe(asks);
  act(() => form().change({ name: 'Pool' }));
  expect(isPrevented()).toBe(false);
});

it('moves the focus to the first invalid field after each refusal, in a form without an error summary', async () => {
  function Form() {
    const form = useEditedForm<Fields, string>({
      initial,
      send: async () => Promise.reject(new Error('refused')),
      onSent: () => undefined,
      refusalOf: () => refusal,
    });
    return (
      <form ref={form.element} onSubmit={form.submit}>
        <input aria-label="Groups" />
        <input
          aria-label="Name"
          aria-invalid={form.errorOf('Name') !== undefined}
          value={form.fields.name}
          onChange={(event) => form.change({ name: event.currentTarget.value })}
        />
        <button type="submit">Save</button>
      </form>
    );
  }
  render(<Form />);
  const save = screen.getByRole('button', { name: 'Save' });
  for (const _ of [1, 2]) {
    await userEvent.click(save);
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  }
});
