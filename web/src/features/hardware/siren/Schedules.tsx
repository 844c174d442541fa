import type { SirenSchedule } from '@allclear/contract';
import { weekdayNames } from '@allclear/domain';
import { Button, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import forms from '../../../forms/form.module.css';
import { useApi } from '../../../services.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import classes from '../Hardware.module.css';
import { momentAt } from '../unit-text.ts';
import { useHardwareChange, useSirenSchedules } from '../use-hardware.ts';
import { choices } from './siren-fields.ts';

const kinds = {
  delay: 'Delay test',
  'all-clear': 'All-clear test',
  light: 'Light test',
  communication: 'Silent communication check',
} as const;
const every = { week: 'Every', month: 'First in the month:' } as const;

interface SchedulesProps {
  unitId: string;
  timeZone: string;
  mayWrite: boolean;
}

/** The tests of a unit that are repeated. They are stored at once, apart from the form around them. */
export function Schedules({ unitId, timeZone, mayWrite }: SchedulesProps) {
  const { data: all, error } = useSirenSchedules();
  const schedules = all?.filter(({ hardwareId }) => hardwareId === unitId);
  return (
    <fieldset className={forms.group}>
      <legend>Scheduled tests</legend>
      {error && (
        <p className={classes.problem} role="alert">
          {messageOf(error)}
        </p>
      )}
      {schedules?.length === 0 && <p className={forms.hint}>No test of this unit is scheduled.</p>}
      {schedules && schedules.length > 0 && (
        <ul className={classes.items} aria-label="Scheduled tests">
          {schedules.map((schedule) => (
            <Schedule key={schedule.id} schedule={schedule} timeZone={timeZone} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {mayWrite && <NewSchedule unitId={unitId} />}
      <Calendar />
    </fieldset>
  );
}

function Schedule({
  schedule,
  timeZone,
  mayWrite,
}: {
  schedule: SirenSchedule;
  timeZone: string;
  mayWrite: boolean;
}) {
  const [asks, setAsks] = useState(false);
  const remove = useHardwareChange((api, id: string) =>
    api.call(routes.deleteSirenSchedule, { params: { id } }),
  );
  const name = `${kinds[schedule.kind]}: ${every[schedule.every]} ${weekdayNames[schedule.weekday]}, ${labelOf(schedule.time)}`;
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <span>
          <strong>{name}</strong>
          <br />
          {schedule.isOverdue ? 'Overdue' : `Next ${momentAt(schedule.nextUtc, timeZone)}`}
          {schedule.lastDoneUtc && ` · last done ${momentAt(schedule.lastDoneUtc, timeZone)}`}
        </span>
        {mayWrite && (
          <Button variant="default" aria-label={`Remove ${name}`} onClick={() => setAsks(true)}>
            Remove
          </Button>
        )}
      </div>
      {schedule.skipped && <span className={forms.warning}>{schedule.skipped}</span>}
      {asks && (
        <ConfirmDialog
          opened
          item={name}
          text="The test is not repeated any more."
          busy={remove.isPending}
          onConfirm={() =>
            void remove
              .mutateAsync(schedule.id)
              .then(({ message }) => toast('success', message))
              .catch((thrown: unknown) => toast('error', 'The test was not removed', messageOf(thrown)))
              .finally(() => setAsks(false))
          }
          onCancel={() => setAsks(false)}
        />
      )}
    </li>
  );
}

const labelOf = (time: string) =>
  choices.times.find(({ value }) => value === time)?.label ?? time.slice(0, 5);

function NewSchedule({ unitId }: { unitId: string }) {
  const [kind, setKind] = useState<SirenSchedule['kind']>('communication');
  const [repeats, setRepeats] = useState<SirenSchedule['every']>('month');
  const [weekday, setWeekday] = useState('1');
  const [time, setTime] = useState('12:00:00');
  const add = useHardwareChange(
    (
      api,
      body: { kind: SirenSchedule['kind']; every: SirenSchedule['every']; weekday: number; time: string },
    ) => api.call(routes.addSirenSchedule, { body: { hardwareId: unitId, ...body }, once: true }),
    ({ message }) => toast('success', message),
  );
  return (
    <>
      <div className={classes.columns}>
        <NativeSelect
          size="md"
          label="Test"
          data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (isKind(value)) setKind(value);
          }}
        />
        <NativeSelect
          size="md"
          label="Repeated"
          data={[
            { value: 'week', label: 'Every week' },
            { value: 'month', label: 'Every month, on its first such day' },
          ]}
          value={repeats}
          onChange={(event) => setRepeats(event.currentTarget.value === 'week' ? 'week' : 'month')}
        />
        <NativeSelect
          size="md"
          label="Day"
          data={weekdayNames.map((label, day) => ({ value: String(day), label }))}
          value={weekday}
          onChange={(event) => setWeekday(event.currentTarget.value)}
        />
        <NativeSelect
          size="md"
          label="Time"
          data={choices.times}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
      </div>
      {add.error && (
        <p className={classes.problem} role="alert">
          {messageOf(add.error)}
        </p>
      )}
      <Button
        variant="default"
        style={{ justifySelf: 'start' }}
        loading={add.isPending}
        onClick={() => add.mutate({ kind, every: repeats, weekday: Number(weekday), time })}
      >
        Add Scheduled Test
      </Button>
    </>
  );
}

function isKind(value: string): value is SirenSchedule['kind'] {
  return Object.hasOwn(kinds, value);
}

/** The planned tests of all units, for a calendar. */
function Calendar() {
  const api = useApi();
  const download = useMutation({
    mutationFn: () => api.file(routes.getSirenCalendar, {}),
    onSuccess: (file) => saveFile(file, 'siren-tests.ics'),
    onError: (error) => toast('error', 'The calendar was not loaded', messageOf(error)),
  });
  return (
    <Button
      variant="default"
      style={{ justifySelf: 'start' }}
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Calendar of all tests
    </Button>
  );
}
