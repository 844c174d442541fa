import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { DataTable, type ServedPage } from './DataTable.tsx';
import type { Column } from './use-data-table.ts';

afterEach(cleanup);

interface Place {
  name: string;
  people: number | null;
}
const columns: readonly Column<Place>[] = [
  { key: 'name', header: 'Site', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { key: 'people', header: 'People', cell: ({ people }) => people ?? '--', align: 'end' },
];
const site = (i: number): Place => ({ name: `Site ${i}`, people: i % 3 === 0 ? null : i });
const sites = (count: number) => Array.from({ length: count }, (_, i) => site(count - i));

function show(rows: readonly Place[] | undefined, served?: ServedPage) {
  return render(
    <MantineProvider>
      <DataTable
        caption="Sites"
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        empty={<p>No sites yet</p>}
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
  within(screen.getByRole('table', { name: 'Sites' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.querySelector('span:last-child')!.textContent);

it('has pages of 25 and makes them larger on demand', async () => {
  show(sites(60));
  expect(names()).toHaveLength(25);
  expect(screen.getByRole('status').textContent).toBe('1–25 of 60');
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(names()).toEqual(
    sites(60)
      .slice(50)
      .map(({ name }) => name),
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows on a page' }), '100');
  expect(names()).toHaveLength(60);
  expect(screen.queryByRole('button', { name: 'Page 2' })).toBeNull();
});

it('sorts by the heads that can, over all pages, and says so', async () => {
  show(sites(30));
  const head = () => screen.getByRole('columnheader', { name: 'Site' });
  expect(head().getAttribute('aria-sort')).toBe('none');
  await userEvent.click(within(head()).getByRole('button'));
  expect(head().getAttribute('aria-sort')).toBe('ascending');
  expect(names().slice(0, 3)).toEqual(['Site 1', 'Site 2', 'Site 3']);
  await userEvent.keyboard('{Enter}');
  expect(head().getAttribute('aria-sort')).toBe('descending');
  expect(names()[0]).toBe('Site 30');
  expect(within(screen.getByRole('columnheader', { name: 'People' })).queryByRole('button')).toBeNull();
});

it('opens a row to its details', async () => {
  show(sites(2));
  const button = screen.getByRole('button', { name: 'Show Site 1' });
  await userEvent.click(button);
  expect(screen.getByText('All about Site 1')).toBeTruthy();
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Hide Site 1' }));
  expect(screen.queryByText('All about Site 1')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('asks for the pages that a server makes', async () => {
  const asked: [number, number][] = [];
  show(sites(25), { page: 2, pageSize: 25, total: 80, onChange: (...page) => void asked.push(page) });
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
  const { rerender } = show(sites(60));
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  rerender(
    <MantineProvider>
      <DataTable
        caption="Sites"
        columns={columns}
        rows={sites(30)}
        rowKey={({ name }) => name}
        empty={null}
      />
    </MantineProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe('26–30 of 30');
});

it('is busy while its rows are on their way, and says when there are none', () => {
  show(undefined);
  expect(screen.getByRole('table', { name: 'Sites' }).getAttribute('aria-busy')).toBe('true');
  expect(screen.getAllByRole('row')).toHaveLength(6);
  expect(screen.queryByText('No sites yet')).toBeNull();
  cleanup();
  show([]);
  expect(screen.getByText('No sites yet')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
