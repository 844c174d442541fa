import type { CameraLog } from '@allclear/contract';
import { useMemo } from 'react';
import { useAddressTable } from '../../../tables/use-address-table.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { smallPageSizes } from '../../../ui/table/table-pages.ts';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { secondsText } from '../camera-words.ts';

/** The views of a month, newest first, 10 to 50 on a page. Times are those of the organization's zone. */
export function LogTable({ logs, timeZone }: { logs: readonly CameraLog[]; timeZone: string }) {
  const view = useAddressTable('logs', smallPageSizes);
  const columns = useMemo(() => columnsOf(timeZone), [timeZone]);
  return (
    <DataTable
      caption="Camera logs"
      columns={columns}
      rows={logs}
      rowKey={({ id }) => id}
      empty={null}
      view={view}
      sizes={smallPageSizes}
      hidesFilters
    />
  );
}

function columnsOf(timeZone: string): readonly Column<CameraLog>[] {
  return [
    {
      key: 'camera',
      header: 'Camera',
      cell: ({ cameraFeedName }) => cameraFeedName,
      sortBy: ({ cameraFeedName }) => cameraFeedName,
      filterBy: ({ cameraFeedName }) => cameraFeedName,
    },
    {
      key: 'user',
      header: 'User',
      cell: ({ userName }) => userName,
      sortBy: ({ userName }) => userName,
      filterBy: ({ userName }) => userName,
    },
    {
      key: 'start',
      header: 'Start Time',
      cell: ({ start }) => <time dateTime={start}>{startText(start, timeZone)}</time>,
      sortBy: ({ start }) => Date.parse(start),
    },
    {
      key: 'duration',
      header: 'Duration',
      cell: ({ duration, open }) => `${secondsText(duration)}${open ? ', still watching' : ''}`,
      sortBy: ({ duration }) => duration,
    },
  ];
}

function startText(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleString('en-US', {
    ...{ timeZone, month: 'short', day: 'numeric', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
  });
}
