import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { DataTable, type ServedPage } from './DataTable.tsx';
import type { Column } from './use-data-table.ts';

afterEach(cleanup);

interface Field {
  name: string;
  people: number | null;
}
const columns: readonly Column<Field>[] = [
  { key: 'name', header: 'Field', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { key: 'people', header: 'People', cell: ({ people }) => people ?? '--', align: 'end' },
];
const field = (i: number): Field => ({ name: `Field ${i}`, people: i % 3 === 0 ? null : i });
const fields = (count: number) => Array.from({ length: count }, (_, i) => field(count - i));

function show(rows: readonly Field[] | undefined, served?: ServedPage) {
  return render(
    <MantineProvider>
      <DataTable
        caption="Fields"
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        empty={<p>No fields yet</p>}
        details={{
          of: ({ name }) => <p>All about {name}</p>,
          label: ({ name }, open) => `${open ? 'Hide' : 'Show'} ${name}`,
        }}
        {...(served && { served })}
      />
    </MantineProvider>,
  );
}
const names = () =>
  within(screen.getByRole('table', { name: 'Fields' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.querySelector('span:last-child')!.textContent);

it('has pages of 25 and makes them larger on demand', async () => {
  show(fields(60));
  expect(names()).toHaveLength(25);
  expect(screen.getByRole('status').textContent).toBe('1–25 of 60');
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(names()).toEqual(
    fields(60)
      .slice(50)
      .map(({ name }) => name),
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows on a page' }), '100');
  expect(names()).toHaveLength(60);
  expect(screen.queryByRole('button', { name: 'Page 2' })).toBeNull();
});

it('sorts by the heads that can, over all pages, and says so', async () => {
  show(fields(30));
  const head = () => screen.getByRole('columnheader', { name: 'Field' });
  expect(head().getAttribute('aria-sort')).toBe('none');
  await userEvent.click(within(head()).getByRole('button'));
  expect(head().getAttribute('aria-sort')).toBe('ascending');
  expect(names().slice(0, 3)).toEqual(['Field 1', 'Field 2', 'Field 3']);
  await userEvent.keyboard('{Enter}');
  expect(head().getAttribute('aria-sort')).toBe('descending');
  expect(names()[0]).toBe('Field 30');
  expect(within(screen.getByRole('columnheader', { name: 'People' })).queryByRole('button')).toBeNull();
});

it('opens a row to its details', async () => {
  show(fields(2));
  const button = screen.getByRole('button', { name: 'Show Field 1' });
  await userEvent.click(button);
  expect(screen.getByText('All about Field 1')).toBeTruthy();
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Hide Field 1' }));
  expect(screen.queryByText('All about Field 1')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('asks for the pages that a server makes', async () => {
  const asked: [number, number][] = [];
  show(fields(25), { page: 2, pageSize: 25, total: 80, onChange: (...page) => void asked.push(page) });
  expect(screen.getByRole('status').textContent).toBe('26–50 of 80');
  expect(names()).toHaveLength(25);
  await userEvent.click(screen.getByRole('button', { name: 'next page' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows on a page' }), '50');
  expect(asked).toEqual([
    [3, 25],
    [1, 50],
  ]);
});

it('stays on its last page when rows are gone', async () => {
  const { rerender } = show(fields(60));
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  rerender(
    <MantineProvider>
      <DataTable
        caption="Fields"
        columns={columns}
        rows={fields(30)}
        rowKey={({ name }) => name}
        empty={null}
      />
    </MantineProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe('26–30 of 30');
});

it('is busy while its rows are on their way, and says when there are none', () => {
  show(undefined);
  expect(screen.getByRole('table', { name: 'Fields' }).getAttribute('aria-busy')).toBe('true');
  expect(screen.getAllByRole('row')).toHaveLength(6);
  expect(screen.queryByText('No fields yet')).toBeNull();
  cleanup();
  show([]);
  expect(screen.getByText('No fields yet')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
