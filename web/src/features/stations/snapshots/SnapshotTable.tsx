import type { ConditionSnapshot } from '@allclear/contract';
import { useMemo } from 'react';
import { shortDateTime } from '../../../clock/time-text.ts';
import { useAddressTable } from '../../../tables/use-address-table.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';
import classes from './ConditionSnapshots.module.css';
import { measureText, reasonNames, reasonText, staleText } from './snapshot-text.ts';

interface SnapshotTableProps {
  /** Undefined while they are loading. */
  rows: readonly ConditionSnapshot[] | undefined;
  timeZone: string;
}

/** The snapshots, newest first. */
export function SnapshotTable({ rows, timeZone }: SnapshotTableProps) {
  const view = useAddressTable('snapshots');
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  return (
    <DataTable
      caption="Condition snapshots"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<p className={classes.nothing}>No snapshot was taken on these days.</p>}
      view={view}
    />
  );
}

function columnsIn(timeZone: string): readonly Column<ConditionSnapshot>[] {
  return [
    {
      key: 'time',
      header: 'Time',
      sortBy: ({ at }) => Date.parse(at),
      cell: ({ at }) => shortDateTime(at, timeZone),
    },
    {
      key: 'reason',
      header: 'Reason',
      width: '26%',
      searchBy: reasonText,
      filterBy: ({ reason }) => reasonNames[reason],
      cell: (row) => <Reason of={row} />,
    },
    {
      key: 'temperature',
      header: 'Temperature',
      sortBy: ({ values }) => values.temperatureF,
      cell: ({ values }) => measureText(values.temperatureF, '°F'),
    },
    {
      key: 'feels-like',
      header: 'Feels-like',
      sortBy: ({ values }) => values.feelsLikeF,
      cell: ({ values }) => measureText(values.feelsLikeF, '°F'),
    },
    {
      key: 'wbgt',
      header: 'WBGT',
      sortBy: ({ values }) => values.wbgtF,
      cell: ({ values: { wbgtF, wbgtSource } }) => (
        <>
          {measureText(wbgtF, '°F', 1)}
          {wbgtF !== null && wbgtSource !== null && <small className={classes.source}>{wbgtSource}</small>}
        </>
      ),
    },
    {
      key: 'humidity',
      header: 'Humidity',
      sortBy: ({ values }) => values.humidityPct,
      cell: ({ values }) => measureText(values.humidityPct, '%'),
    },
    {
      key: 'wind',
      header: 'Wind',
      sortBy: ({ values }) => values.windMph,
      cell: ({ values }) => measureText(values.windMph, 'mph'),
    },
    {
      key: 'note',
      header: 'Note',
      searchBy: ({ note }) => note,
      cell: ({ note }) => <span className={classes.note}>{note}</span>,
    },
  ];
}

/** Why it was taken, and how old the report was when the station was silent. */
function Reason({ of }: { of: ConditionSnapshot }) {
  const stale = staleText(of);
  return (
    <>
      {reasonText(of)}
      {stale !== null && <small className={classes.source}>{stale}</small>}
    </>
  );
}
