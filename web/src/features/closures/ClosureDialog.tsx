import type { Closure } from '@allclear/contract';
import { closureReasonMaxLength } from '@allclear/domain';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { clock } from '../../clock/clock.ts';
import { shortDateTime } from '../../clock/time-text.ts';
import { ChangedMeanwhile, changesBetween } from '../../forms/ChangedMeanwhile.tsx';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { type EditedForm, useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
import classes from './Closures.module.css';
import {
  bodyOf,
  type ClosureFields,
  changedBody,
  fieldsOf,
  type Lasts,
  lastsChoices,
  problemsOf,
  refusalOf,
} from './closure-fields.ts';
import { useSaveClosure } from './use-closures.ts';

interface ClosureDialogProps {
  organizationLocationId: string;
  placeName: string;
  /** Of the place. */
  timeZone: string;
  /** The closure as it was when the dialog opened, or null for a new one. */
  edited: Closure | null;
  /** The same closure now; null when it has ended meanwhile. */
  current: Closure | null;
  onClose: () => void;
}

/** Keeps a place closed, or changes how long and why. */
export default function ClosureDialog(props: ClosureDialogProps) {
  const { organizationLocationId, placeName, timeZone, current, onClose } = props;
  const [edited, setEdited] = useState(props.edited);
  const save = useSaveClosure();
  const now = () => clock.now() ?? Date.now();
  const isNew = edited === null;
  const form = useEditedForm<ClosureFields, Closure>({
    initial: () => fieldsOf(edited, now(), timeZone),
    labels: { reason: 'Reason', lasts: 'Until', until: 'Until' },
    check: (fields) => problemsOf(fields, now(), timeZone),
    send: (fields) =>
      save.mutateAsync({
        id: edited?.id ?? null,
        organizationLocationId,
        body:
          edited === null
            ? bodyOf(fields, now(), timeZone)
            : changedBody(fields, { edited, current: current ?? edited }, now(), timeZone),
      }),
    onSent: () => {
      toast('success', isNew ? `${placeName} is closed` : 'Closure changed');
      onClose();
    },
    refusalOf: (thrown) =>
      refusalOf(thrown, isNew ? 'The place was not closed' : 'The closure was not changed'),
    guardsTab: true,
  });
  const isSaving = save.isPending || save.isSuccess;
  const reload = () => {
    if (!current) return;
    setEdited(current);
    form.rebase(fieldsOf(current, now(), timeZone));
  };
  return (
    <FormDialog
      form={form}
      opened
      title={isNew ? `Keep ${placeName} closed` : `Change the closure of ${placeName}`}
      size={520}
      submit={isNew ? 'Keep closed' : 'Save Changes'}
      disabled={!isNew && current === null && !isSaving}
      lost="Your changes have not been saved and will be lost."
      onClose={onClose}
    >
      {edited && !isSaving && (
        <ChangedMeanwhile
          what="closure"
          changes={current && changesBetween(edited, current, textsOf(timeZone))}
          onReload={reload}
        />
      )}
      <Fields form={form} timeZone={timeZone} />
    </FormDialog>
  );
}

const textsOf = (timeZone: string): Record<string, (closure: Closure) => string> => ({
  Reason: ({ reason }) => reason,
  Until: ({ untilUtc }) => (untilUtc === null ? 'somebody opens it' : shortDateTime(untilUtc, timeZone)),
});

function Fields({ form, timeZone }: { form: EditedForm<ClosureFields>; timeZone: string }) {
  const { reason, lasts, until } = form.fields;
  const isTime = lasts === 'until';
  return (
    <>
      <TextInput
        label="Reason"
        description={`Everybody who sees the place reads it, the public too. ${closureReasonMaxLength} characters at most.`}
        required
        data-autofocus
        maxLength={closureReasonMaxLength}
        value={reason}
        error={form.errorOf('Reason')}
        onChange={(event) => form.change({ reason: event.currentTarget.value })}
      />
      <Radio.Group
        label="How long"
        description="Nothing says clear meanwhile. It ends no delay."
        value={lasts}
        error={isTime ? undefined : form.errorOf('Until')}
        onChange={(value) => form.change({ lasts: value as Lasts })}
      >
        <Stack gap={4} mt={8}>
          {lastsChoices.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} className={classes.choice} />
          ))}
        </Stack>
      </Radio.Group>
      {isTime && (
        <TextInput
          type="datetime-local"
          label="Date and time"
          description={`By the clock of the place, ${timeZone.replaceAll('_', ' ')}; 24 hours from now at most`}
          required
          value={until}
          error={form.errorOf('Until')}
          onChange={(event) => form.change({ until: event.currentTarget.value })}
        />
      )}
    </>
  );
}
