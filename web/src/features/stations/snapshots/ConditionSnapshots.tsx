import type { ConditionSnapshot } from '@allclear/contract';
import { Button, Table, TextInput } from '@mantine/core';
import { IconCamera, IconClock, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { shortDateTime } from '../../../clock/time-text.ts';
import { useSlowNow } from '../../../clock/use-now.ts';
import { useApi } from '../../../services.ts';
import { Card } from '../../../ui/Card.tsx';
import { StaleNote } from '../../../ui/CardStates.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import classes from './ConditionSnapshots.module.css';
import { SchedulesDialog } from './SchedulesDialog.tsx';
import { isRange, lastDays } from './snapshot-range.ts';
import { measureText, reasonText, staleText } from './snapshot-text.ts';
import { TakeSnapshotDialog } from './TakeSnapshotDialog.tsx';
import { useSnapshots } from './use-snapshots.ts';

const timeoutMs = 15 * 60_000;
/** More are shown on demand: what follows stays in reach. */
const partSize = 20;

interface ConditionSnapshotsProps {
  stationId: string;
  timeZone: string;
  speed: number;
  /** Whether the reader sets the times at which snapshots are taken. */
  mayWrite?: boolean;
}

/** What a station said when warnings started and ended, at set times, and when a person asked. */
export function ConditionSnapshots({
  stationId,
  timeZone,
  speed,
  mayWrite = false,
}: ConditionSnapshotsProps) {
  const api = useApi();
  const nowMs = useSlowNow();
  const [chosen, setChosen] = useState<{ startDate?: string; endDate?: string }>({});
  const [dialog, setDialog] = useState<'take' | 'schedules' | null>(null);
  const [shown, setShown] = useState(partSize);
  const range = { ...lastDays(nowMs, timeZone), ...chosen };
  const snapshots = useSnapshots(stationId, range, speed, isRange(range));
  const download = useMutation({
    mutationFn: () =>
      api.file(routes.exportConditionSnapshots, {
        ...{ params: { weatherStationId: stationId }, query: range, timeoutMs },
      }),
    onSuccess: (file) => saveFile(file, 'condition-snapshots.csv'),
    onError: (error) => toast('error', 'The snapshots were not exported', messageOf(error)),
  });
  const close = () => setDialog(null);
  const rows = snapshots?.value ?? null;
  return (
    <Card title="Condition Snapshots" className={classes.card}>
      <div className={classes.controls}>
        <TextInput
          type="date"
          label="From"
          value={range.startDate}
          onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, startDate: value })}
        />
        <TextInput
          type="date"
          label="Through"
          value={range.endDate}
          onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, endDate: value })}
        />
        <span className={classes.buttons}>
          <Button leftSection={<IconCamera size={18} />} onClick={() => setDialog('take')}>
            Take Snapshot
          </Button>
          {mayWrite && (
            <Button
              variant="default"
              leftSection={<IconClock size={18} />}
              onClick={() => setDialog('schedules')}
            >
              Set Times
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconDownload size={18} />}
            loading={download.isPending}
            disabled={!isRange(range)}
            onClick={() => download.mutate()}
          >
            Download CSV
          </Button>
        </span>
      </div>
      {!isRange(range) && nowMs !== null && <p role="alert">The last day cannot be before the first day.</p>}
      {snapshots?.failed && rows !== null && <StaleNote>The list could not be renewed.</StaleNote>}
      {snapshots?.failed && rows === null && <p role="alert">The snapshots could not be loaded.</p>}
      {rows?.length === 0 && <p className={classes.nothing}>No snapshot was taken on these days.</p>}
      {rows !== null && rows.length > 0 && <SnapshotTable rows={rows.slice(0, shown)} timeZone={timeZone} />}
      {rows !== null && rows.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + partSize)}>
          Show more ({rows.length - shown})
        </Button>
      )}
      {dialog === 'take' && <TakeSnapshotDialog stationId={stationId} onClose={close} />}
      {dialog === 'schedules' && (
        <SchedulesDialog stationId={stationId} timeZone={timeZone} onClose={close} />
      )}
    </Card>
  );
}

function SnapshotTable({ rows, timeZone }: { rows: readonly ConditionSnapshot[]; timeZone: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region, which the keyboard must reach
    <section className={classes.scroll} aria-label="Snapshots, scrollable" tabIndex={0}>
      <Table miw={760} aria-label="Condition snapshots" verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {['Time', 'Reason', 'Temperature', 'Feels-like', 'WBGT', 'Humidity', 'Wind', 'Note'].map(
              (name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <SnapshotRow key={row.id} row={row} timeZone={timeZone} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function SnapshotRow({ row, timeZone }: { row: ConditionSnapshot; timeZone: string }) {
  const { values, at, note } = row;
  const stale = staleText(row);
  const { wbgtSource } = values;
  return (
    <Table.Tr>
      <Table.Td>{shortDateTime(at, timeZone)}</Table.Td>
      <Table.Td>{reasonText(row)}</Table.Td>
      {stale !== null && <Table.Td colSpan={5}>{stale}</Table.Td>}
      {stale === null && (
        <>
          <Table.Td>{measureText(values.temperatureF, '°F')}</Table.Td>
          <Table.Td>{measureText(values.feelsLikeF, '°F')}</Table.Td>
          <Table.Td>
            {measureText(values.wbgtF, '°F', 1)}
            {wbgtSource !== null && <small className={classes.source}>{wbgtSource}</small>}
          </Table.Td>
          <Table.Td>{measureText(values.humidityPct, '%')}</Table.Td>
          <Table.Td>{measureText(values.windMph, 'mph')}</Table.Td>
        </>
      )}
      <Table.Td className={classes.note}>{note}</Table.Td>
    </Table.Tr>
  );
}
