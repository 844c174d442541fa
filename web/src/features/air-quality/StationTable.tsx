import type { AirQualityStation } from '@allclear/contract';
import { timeAgo } from '../../clock/time-text.ts';
import { useSlowNow } from '../../clock/use-now.ts';
import { useAddressTable } from '../../tables/use-address-table.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { smallPageSizes } from '../../ui/table/table-pages.ts';
import type { Column } from '../../ui/table/use-data-table.ts';
import classes from './AirQualityCard.module.css';
import { aqiColor, indexText } from './air-quality-view.ts';

/** The stations with a sensor for particles, 10 on a page. */
export function StationTable({ stations }: { stations: readonly AirQualityStation[] }) {
  const view = useAddressTable('sensors', smallPageSizes);
  return (
    <DataTable
      caption="Air quality sensors"
      columns={columns}
      rows={stations}
      rowKey={({ id }) => id}
      empty={
        <p>
          No station of your organization has a sensor for particles. One that sends PM2.5 or PM10 appears
          here by itself.
        </p>
      }
      view={view}
      sizes={smallPageSizes}
      hidesFilters
    />
  );
}

const columns: readonly Column<AirQualityStation>[] = [
  {
    key: 'name',
    header: 'Name',
    width: '30%',
    cell: ({ name }) => name,
    sortBy: ({ name }) => name,
    searchBy: ({ name }) => name,
  },
  {
    key: 'pm25',
    header: 'PM2.5',
    cell: ({ pM2_5 }) => <Index of={pM2_5.nowcast} />,
    sortBy: ({ pM2_5 }) => pM2_5.nowcast.value,
  },
  {
    key: 'pm10',
    header: 'PM10',
    cell: ({ pM10 }) => <Index of={pM10.nowcast} />,
    sortBy: ({ pM10 }) => pM10.nowcast.value,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => status,
    sortBy: ({ status }) => status,
    filterBy: ({ status }) => status,
  },
  {
    key: 'activity',
    header: 'Last Activity',
    cell: ({ lastActivity }) => <Activity at={lastActivity} />,
    sortBy: ({ lastActivity }) => (lastActivity === null ? null : Date.parse(lastActivity)),
  },
];

function Index({ of }: { of: AirQualityStation['pM10']['nowcast'] }) {
  if (of.value === null) return <span className={classes.noIndex}>No recent data</span>;
  return (
    <span className={classes.index}>
      <span className={classes.dot} style={{ background: aqiColor(of.value) }} aria-hidden="true" />
      {indexText(of)}
    </span>
  );
}

function Activity({ at }: { at: string | null }) {
  const nowMs = useSlowNow();
  if (at === null) return 'Never';
  return (
    <time dateTime={at} title={new Date(at).toLocaleString('en-US')}>
      {timeAgo(at, nowMs)}
    </time>
  );
}
