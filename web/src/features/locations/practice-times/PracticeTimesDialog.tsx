import type { PracticeTimes } from '@allclear/contract';
import { checkPracticeTimes, type PracticeTime, practiceTimesMax } from '@allclear/domain';
import { Alert, Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiFailure } from '../../../api/failure.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { type EditedForm, type Refusal, useEditedForm } from '../../../forms/use-edited-form.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { PracticeTimeFields } from './PracticeTimeFields.tsx';
import classes from './PracticeTimes.module.css';
import { newId, usePracticeTimes, useSavePracticeTimes } from './use-practice-times.ts';

interface PracticeTimesDialogProps {
  opened: boolean;
  organizationLocationId: string;
  /** The name of the place. */
  label: string;
  onClose: () => void;
}

/** The practice times of a place: loaded, then edited and saved as a whole. */
export default function PracticeTimesDialog(props: PracticeTimesDialogProps) {
  const { opened, organizationLocationId, label, onClose } = props;
  const { data, isError } = usePracticeTimes(organizationLocationId);
  if (data) return <PracticeTimesForm {...props} current={data} />;
  return (
    <Dialog opened={opened} onClose={onClose} title={`Practice times: ${label}`} size={640}>
      {isError ? (
        <p role="alert">The practice times could not be loaded. Please try again.</p>
      ) : (
        <Skeleton height={220} radius={8} aria-label="Loading practice times" />
      )}
    </Dialog>
  );
}

interface Fields {
  readonly times: readonly PracticeTime[];
}

interface PracticeTimesFormProps extends PracticeTimesDialogProps {
  /** As they are stored now. */
  current: PracticeTimes;
}

function PracticeTimesForm({ opened, label, current, onClose }: PracticeTimesFormProps) {
  const [edited, setEdited] = useState(current);
  const save = useSavePracticeTimes(edited);
  const form = useEditedForm<Fields, { message: string }>({
    initial: () => ({ times: current.times }),
    check: ({ times }) => checkPracticeTimes(times),
    send: ({ times }) => save.mutateAsync(times),
    onSent: ({ message }) => {
      toast('success', message);
      onClose();
    },
    refusalOf,
    guardsTab: opened,
  });
  const reload = () => {
    setEdited(current);
    form.rebase({ times: current.times });
  };
  return (
    <FormDialog
      form={form}
      opened={opened}
      title={`Practice times: ${label}`}
      size={640}
      submit="Save"
      lost="Your changes have not been saved and will be lost."
      onClose={onClose}
    >
      {current.revision !== edited.revision && !save.isSuccess && <ChangedMeanwhile onReload={reload} />}
      <TimesList form={form} />
    </FormDialog>
  );
}

/** Every practice time, and how one is added. */
function TimesList({ form }: { form: EditedForm<Fields> }) {
  const { times } = form.fields;
  const replace = (index: number, part: Partial<PracticeTime>) =>
    form.change({ times: times.map((time, i) => (i === index ? { ...time, ...part } : time)) });
  return (
    <>
      <p className={classes.hint}>
        When people are outdoors here, every week, by the clock of the place. Today shows what the forecast
        means for each practice.
      </p>
      {times.map((time, index) => (
        <PracticeTimeFields
          key={time.id}
          time={time}
          number={index + 1}
          errorOf={(field) => form.errorOf(`Times[${index + 1}].${field}`)}
          onChange={(part) => replace(index, part)}
          onRemove={() => form.change({ times: times.filter((_, i) => i !== index) })}
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={times.length >= practiceTimesMax}
        onClick={() => form.change({ times: [...times, newTime(times)] })}
      >
        Add a practice time
      </Button>
    </>
  );
}

function ChangedMeanwhile({ onReload }: { onReload: () => void }) {
  return (
    <Alert
      color="var(--warning)"
      variant="outline"
      title="These practice times were changed meanwhile"
      role="alert"
    >
      <p className={classes.meanwhile}>Somebody else saved them. Your changes cannot be saved over theirs.</p>
      <Button variant="default" onClick={onReload}>
        Show them as they are now
      </Button>
    </Alert>
  );
}

/** An afternoon on weekdays, which is when most practices are. */
function newTime(times: readonly PracticeTime[]): PracticeTime {
  const taken = times.flatMap(({ id }) => (newId.test(id) ? Number(id.slice(4)) : []));
  return {
    id: `new-${Math.max(0, ...taken) + 1}`,
    name: '',
    weekdays: [1, 2, 3, 4, 5],
    startsAt: '16:00',
    endsAt: '18:00',
    validFrom: null,
    validUntil: null,
    exceptions: [],
  };
}

function refusalOf(thrown: unknown): Refusal {
  const header = 'Error saving the practice times';
  if (!(thrown instanceof ApiFailure)) return { header, message: '', fields: {} };
  const fields = Object.fromEntries(
    Object.entries(thrown.errors).map(([label, sentences]) => [label, [...sentences]]),
  );
  return { header, message: thrown.message, fields };
}
