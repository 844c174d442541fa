import { Button, TextInput } from '@mantine/core';
import { IconCamera, IconClock, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { useSlowNow } from '../../../clock/use-now.ts';
import { useApi } from '../../../services.ts';
import { Card } from '../../../ui/Card.tsx';
import { StaleNote } from '../../../ui/CardStates.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import classes from './ConditionSnapshots.module.css';
import { SchedulesDialog } from './SchedulesDialog.tsx';
import { SnapshotTable } from './SnapshotTable.tsx';
import { isRange, lastDays } from './snapshot-range.ts';
import { TakeSnapshotDialog } from './TakeSnapshotDialog.tsx';
import { useSnapshots } from './use-snapshots.ts';

const timeoutMs = 15 * 60_000;

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
      {isRange(range) && !(snapshots?.failed && rows === null) && (
        <SnapshotTable rows={rows ?? undefined} timeZone={timeZone} />
      )}
      {dialog === 'take' && <TakeSnapshotDialog stationId={stationId} onClose={close} />}
      {dialog === 'schedules' && (
        <SchedulesDialog stationId={stationId} timeZone={timeZone} onClose={close} />
      )}
    </Card>
  );
}
