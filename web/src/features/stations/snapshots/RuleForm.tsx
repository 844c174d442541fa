import type { SnapshotRule, SnapshotSchedule } from '@allclear/contract';
import { weekdayNames } from '@allclear/domain';
import { Alert, Button, Chip, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import forms from '../../../forms/form.module.css';
import { toast } from '../../../ui/toast.ts';
import { useSaveSchedule } from './use-snapshots.ts';

interface RuleFormProps {
  stationId: string;
  /** What is changed; null adds. */
  before: SnapshotSchedule | null;
  onDone: () => void;
}

/** Adds a rule, or changes one. */
export function RuleForm({ stationId, before, onDone }: RuleFormProps) {
  const rule = before?.rule ?? null;
  const [kind, setKind] = useState<SnapshotRule['kind']>(rule?.kind ?? 'before-practice');
  const [minutes, setMinutes] = useState<number | string>(
    rule?.kind === 'before-practice' ? rule.minutes : 30,
  );
  const [weekdays, setWeekdays] = useState<string[]>(
    rule?.kind === 'weekly' ? rule.weekdays.map(String) : ['1', '2', '3', '4', '5'],
  );
  const [time, setTime] = useState(rule?.kind === 'weekly' ? rule.time : '15:30');
  const save = useSaveSchedule(stationId, (message) => {
    toast('success', message);
    onDone();
  });
  const submit = () =>
    save.mutate({
      before,
      rule:
        kind === 'weekly'
          ? { kind, weekdays: weekdays.map(Number), time }
          : { kind, minutes: minutes === '' ? -1 : Number(minutes) },
    });
  return (
    <fieldset className={forms.group}>
      <legend>{before ? 'Change time' : 'New time'}</legend>
      <NativeSelect
        size="md"
        label="A snapshot is taken"
        data={[
          { value: 'before-practice', label: 'Before each practice' },
          { value: 'weekly', label: 'Every week at a time' },
        ]}
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          setKind(value === 'weekly' ? 'weekly' : 'before-practice')
        }
      />
      {kind === 'before-practice' ? (
        <NumberInput
          size="md"
          label="Minutes before the start"
          min={0}
          max={240}
          allowDecimal={false}
          value={minutes}
          onChange={setMinutes}
        />
      ) : (
        <WeeklyFields {...{ weekdays, time, setWeekdays, setTime }} />
      )}
      {save.error && (
        <Alert color="var(--danger)" variant="outline" role="alert">
          {messageOf(save.error)}
        </Alert>
      )}
      <Group>
        <Button loading={save.isPending} onClick={submit}>
          {before ? 'Save Changes' : 'Add Time'}
        </Button>
        {before && (
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        )}
      </Group>
    </fieldset>
  );
}

interface WeeklyFieldsProps {
  weekdays: string[];
  time: string;
  setWeekdays: (weekdays: string[]) => void;
  setTime: (time: string) => void;
}

function WeeklyFields({ weekdays, time, setWeekdays, setTime }: WeeklyFieldsProps) {
  return (
    <>
      <Chip.Group multiple value={weekdays} onChange={setWeekdays}>
        <Group gap="xs" role="group" aria-label="Days">
          {weekdayNames.map((name, day) => (
            <Chip key={name} value={String(day)}>
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <TextInput
        size="md"
        type="time"
        label="Time at the station"
        value={time}
        onChange={({ currentTarget: { value } }) => setTime(value)}
      />
    </>
  );
}
