import type { ImportOutcome, ImportPreview, ImportRow } from '@allclear/contract';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import classes from './Import.module.css';
import { type ImportRoutes, useImportRows } from './use-import.ts';

const rowsPerPage = 100;

/** What stands first in a preview: what somebody has to act on. */
const outcomes: readonly (readonly [ImportOutcome, string])[] = [
  ['error', 'Wrong rows'],
  ['change', 'Rows to change'],
  ['add', 'Rows to add'],
  ['skip', 'Rows without a change'],
];

/** The rows of a preview, one outcome at a time. */
export function PreviewRows({ routes, preview }: { routes: ImportRoutes; preview: ImportPreview }) {
  const { counts, id } = preview;
  const present = outcomes.filter(([outcome]) => counts[outcome] > 0);
  const [outcome, setOutcome] = useState<ImportOutcome>(present[0]?.[0] ?? 'add');
  const [page, setPage] = useState(0);
  const rows = useImportRows(routes, id, outcome, page);
  const pages = Math.max(1, Math.ceil(counts[outcome] / rowsPerPage));
  return (
    <>
      <NativeSelect
        label="Show"
        data={present.map(([value, label]) => ({ value, label: `${label} (${counts[value]})` }))}
        value={outcome}
        onChange={(event) => {
          setOutcome(event.currentTarget.value as ImportOutcome);
          setPage(0);
        }}
      />
      {rows.isPending && <Skeleton height={160} role="status" aria-label="Loading the rows" />}
      {rows.error && !rows.data && (
        <p role="alert" className={classes.problem}>
          {messageOf(rows.error)} <Button onClick={() => void rows.refetch()}>Try again</Button>
        </p>
      )}
      {rows.data && <RowTable rows={rows.data.rows} />}
      {pages > 1 && (
        <div className={classes.pages}>
          <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous rows
          </Button>
          <span>
            Page {page + 1} of {pages}
          </span>
          <Button variant="default" disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
            Next rows
          </Button>
        </div>
      )}
    </>
  );
}

function RowTable({ rows }: { rows: readonly ImportRow[] }) {
  return (
    <table className={classes.rows} aria-label="Rows of the file">
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">What the file says</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, title, details, notes }) => (
          <tr key={row}>
            <td>{row}</td>
            <td>
              {title}
              {details !== '' && <div className={classes.details}>{details}</div>}
              {notes.length > 0 && (
                <ul className={classes.notes}>
                  {notes.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
