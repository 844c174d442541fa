import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { examplePolicy, exampleType } from './example.ts';
import { NoticesFields } from './NoticeFields.tsx';
import { fieldsOf } from './policy-fields.ts';

// A field that grows with its text waits for fonts, which happy-dom does not have.
beforeAll(() => {
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
});
afterEach(cleanup);

it('shows both notices as people would receive them, with the defaults where a limit is not entered', () => {
  const fields = fieldsOf(
    examplePolicy('LR1', {
      notificationActions: [
        { id: 'a', triggerId: 't', allClear: false, message: 'Leave the field.' },
        { id: 'b', triggerId: 't', allClear: true, message: '' },
      ],
    }),
  );
  const show = (part: object) =>
    render(
      <MantineProvider>
        <NoticesFields
          fields={{ ...fields, ...part }}
          type={exampleType('LR1')}
          errorOf={() => undefined}
          onChange={() => {}}
        />
      </MantineProvider>,
    );
  show({});
  expect(screen.getByText(/^Example: Lightning 9\.6 mi from Stadium .* Leave the field\./)).toBeTruthy();
  cleanup();
  show({ threshold: '', allClearMinutes: '' });
  expect(screen.getByText(/^Example: Lightning 79\.6 mi from Stadium/)).toBeTruthy();
  expect(screen.getByText(/^Example: All clear at Stadium .* 10 minutes without lightning/)).toBeTruthy();
});
