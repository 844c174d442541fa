import { Alert, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { useSlowNow } from '../../../clock/use-now.ts';
import forms from '../../../forms/form.module.css';
import { useApi } from '../../../services.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import {
  type ExportInterval,
  exportFileName,
  exportIntervals,
  intervalNames,
  lastWeek,
  rangeProblem,
} from './export-range.ts';

/** A reader may be slow; the server ends a download after as long. */
const timeoutMs = 15 * 60_000;

interface ExportDataDialogProps {
  stationId: string;
  stationName: string;
  /** Of the station: its days and hours are those of the file. */
  timeZone: string;
  onClose: () => void;
}

/** Downloads what a station measured, or its condition snapshots, as a CSV file. */
export function ExportDataDialog({ stationId, stationName, timeZone, onClose }: ExportDataDialogProps) {
  const api = useApi();
  const nowMs = useSlowNow();
  const [interval, setInterval] = useState<ExportInterval>('Daily');
  const [chosen, setChosen] = useState<{ startDate?: string; endDate?: string }>({});
  const range = { ...lastWeek(nowMs, timeZone), ...chosen };
  const problem = rangeProblem(range, interval);
  const download = useMutation({
    mutationFn: () =>
      interval === 'ConditionSnapshots'
        ? api.file(routes.exportConditionSnapshots, {
            ...{ params: { weatherStationId: stationId }, query: range, timeoutMs },
          })
        : api.file(routes.exportStationRecord, {
            ...{ params: { interval, weatherStationId: stationId }, query: range, timeoutMs },
          }),
    onSuccess: (file) => {
      saveFile(file, exportFileName(stationName));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null && !download.isPending) download.mutate();
  };
  const change = (part: typeof chosen) => {
    download.reset();
    setChosen({ ...chosen, ...part });
  };
  return (
    <Dialog opened onClose={onClose} title="Export Data" size={520}>
      <form className={forms.form} onSubmit={submit} noValidate>
        <NativeSelect
          size="md"
          label="Interval"
          data={exportIntervals.map((value) => ({ value, label: intervalNames[value] }))}
          value={interval}
          onChange={({ currentTarget: { value } }) => {
            download.reset();
            setInterval(exportIntervals.find((one) => one === value) ?? 'Daily');
          }}
        />
        <Group grow align="start">
          <TextInput
            size="md"
            type="date"
            label="From"
            value={range.startDate}
            onChange={({ currentTarget: { value } }) => change({ startDate: value })}
          />
          <TextInput
            size="md"
            type="date"
            label="Through"
            value={range.endDate}
            onChange={({ currentTarget: { value } }) => change({ endDate: value })}
          />
        </Group>
        <p className={forms.hint}>
          A CSV file with the days and hours of the station ({timeZone.replaceAll('_', ' ')}). What was not
          measured is empty.
        </p>
        {(problem ?? download.error) && (
          <Alert color="var(--danger)" variant="outline" role="alert">
            {problem ?? messageOf(download.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={download.isPending} disabled={problem !== null}>
            Export
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
