import type { Shelter } from '@allclear/contract';
import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { editTexts, FormDialog } from '../../../forms/FormDialog.tsx';
import { removalOf } from '../../../forms/removal.ts';
import { type EditedForm, useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import { ChangedRecord } from './ChangedRecord.tsx';
import {
  draftOfShelter,
  refusalOf,
  type ShelterDraft,
  shelterOf,
  shelterProblems,
} from './shelter-fields.ts';
import { useRemoveShelter, useSaveShelter } from './use-shelters.ts';

interface ShelterDialogProps {
  organizationLocationId: string;
  /** As it was when the form opened; null for a new one. */
  edited: Shelter | null;
  /** The same one in the current list; null when it was deleted, or is new. */
  current: Shelter | null;
  onClose: () => void;
}

const labels = {
  name: 'Name',
  capacity: 'Capacity',
  minutesToReach: 'MinutesToReach',
  directions: 'Directions',
  position: 'Position',
};

/** Adds or edits a shelter. */
export default function ShelterDialog({
  organizationLocationId,
  edited,
  current,
  onClose,
}: ShelterDialogProps) {
  const [base, setBase] = useState(edited);
  const save = useSaveShelter(organizationLocationId);
  const remove = useRemoveShelter(organizationLocationId);
  const form = useEditedForm<ShelterDraft, Shelter>({
    initial: () => draftOfShelter(edited),
    labels,
    check: shelterProblems,
    send: (draft) => save.mutateAsync({ edited, revision: base?.revision, fields: shelterOf(draft) }),
    onSent: () => {
      toast('success', 'Shelter saved');
      onClose();
    },
    refusalOf: (thrown) => refusalOf(thrown, 'Error saving the shelter', Object.values(labels)),
    guardsTab: true,
  });
  const removal = removalOf(edited, {
    item: 'Shelter',
    text: `${edited?.name ?? 'The shelter'} is removed, and its printed code opens nothing from then on. Roll-calls keep what was counted there.`,
    mutation: {
      isPending: remove.isPending,
      mutateAsync: () => remove.mutateAsync((current ?? edited) as Shelter),
    },
    onRemoved: () => {
      toast('success', 'Shelter removed');
      onClose();
    },
    onRefused: (thrown) => toast('error', 'The shelter was not removed', messageOf(thrown)),
  });
  const busy = save.isPending || save.isSuccess || remove.isPending || remove.isSuccess;
  return (
    <FormDialog
      form={form}
      opened
      {...editTexts('Shelter', edited === null)}
      size={560}
      lost="Your changes have not been saved and will be lost."
      removal={removal}
      recordId={edited?.id}
      onClose={onClose}
    >
      {!busy && (
        <ChangedRecord
          what="shelter"
          base={base}
          current={current}
          onReload={(to) => {
            setBase(to);
            form.rebase(draftOfShelter(to));
          }}
        />
      )}
      <ShelterFields form={form} />
    </FormDialog>
  );
}

function ShelterFields({ form }: { form: EditedForm<ShelterDraft> }) {
  const text = (label: string) => ({ label, size: 'md', error: form.errorOf(label) }) as const;
  return (
    <>
      <TextInput
        {...text('Name')}
        required
        maxLength={80}
        value={form.fields.name}
        onChange={({ currentTarget: { value } }) => form.change({ name: value })}
      />
      <NumberInput
        {...text('Capacity')}
        description="How many people it holds. Leave it empty where that is not known."
        allowDecimal={false}
        allowNegative={false}
        value={form.fields.capacity}
        onChange={(value) => form.change({ capacity: String(value) })}
      />
      <NumberInput
        {...text('MinutesToReach')}
        label="Minutes to reach"
        description="On foot, from where people are outdoors."
        required
        allowDecimal={false}
        allowNegative={false}
        value={form.fields.minutesToReach}
        onChange={(value) => form.change({ minutesToReach: String(value) })}
      />
      <Textarea
        {...text('Directions')}
        label="How to find it"
        description="For somebody who is here for the first time."
        rows={3}
        maxLength={500}
        value={form.fields.directions}
        onChange={({ currentTarget: { value } }) => form.change({ directions: value })}
      />
      <NumberInput
        {...text('Position')}
        label="Place in the list"
        description="The lowest number is first."
        allowDecimal={false}
        allowNegative={false}
        value={form.fields.position}
        onChange={(value) => form.change({ position: String(value) })}
      />
    </>
  );
}
