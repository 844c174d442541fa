import type { RollCallGroup } from '@allclear/contract';
import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { editTexts, FormDialog } from '../../../forms/FormDialog.tsx';
import { removalOf } from '../../../forms/removal.ts';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import { ChangedRecord } from './ChangedRecord.tsx';
import { draftOfGroup, type GroupDraft, groupOf, groupProblems, refusalOf } from './shelter-fields.ts';
import { useRemoveGroup, useSaveGroup } from './use-shelters.ts';

interface GroupDialogProps {
  organizationLocationId: string;
  edited: RollCallGroup | null;
  /** The same one in the current list; null when it was deleted, or is new. */
  current: RollCallGroup | null;
  onClose: () => void;
}

/** Adds or edits a group that the place expects. */
export default function GroupDialog({ organizationLocationId, edited, current, onClose }: GroupDialogProps) {
  const [base, setBase] = useState(edited);
  const save = useSaveGroup(organizationLocationId);
  const remove = useRemoveGroup(organizationLocationId);
  const form = useEditedForm<GroupDraft, RollCallGroup>({
    initial: () => draftOfGroup(edited),
    check: groupProblems,
    send: (draft) => save.mutateAsync({ edited, revision: base?.revision, fields: groupOf(draft) }),
    onSent: () => {
      toast('success', 'Group saved');
      onClose();
    },
    refusalOf: (thrown) => refusalOf(thrown, 'Error saving the group', ['Name', 'Expected']),
    guardsTab: true,
  });
  const removal = removalOf(edited, {
    item: 'Group',
    text: `${edited?.name ?? 'The group'} is removed from later roll-calls. One that is open does not change.`,
    mutation: {
      isPending: remove.isPending,
      mutateAsync: () => remove.mutateAsync((current ?? edited) as RollCallGroup),
    },
    onRemoved: () => {
      toast('success', 'Group removed');
      onClose();
    },
    onRefused: (thrown) => toast('error', 'The group was not removed', messageOf(thrown)),
  });
  const busy = save.isPending || save.isSuccess || remove.isPending || remove.isSuccess;
  return (
    <FormDialog
      form={form}
      opened
      {...editTexts('Group', edited === null)}
      size={480}
      lost="Your changes have not been saved and will be lost."
      removal={removal}
      recordId={edited?.id}
      onClose={onClose}
    >
      {!busy && (
        <ChangedRecord
          what="group"
          base={base}
          current={current}
          onReload={(to) => {
            setBase(to);
            form.rebase(draftOfGroup(to));
          }}
        />
      )}
      <TextInput
        label="Name"
        description="Of the group, such as a team. No names of people."
        size="md"
        required
        maxLength={60}
        value={form.fields.name}
        error={form.errorOf('Name')}
        onChange={({ currentTarget: { value } }) => form.change({ name: value })}
      />
      <NumberInput
        label="Expected"
        description="How many people of it are usually at the place. A warden can correct it in a roll-call."
        size="md"
        required
        allowDecimal={false}
        allowNegative={false}
        value={form.fields.expected}
        error={form.errorOf('Expected')}
        onChange={(value) => form.change({ expected: String(value) })}
      />
    </FormDialog>
  );
}
