import type { ManagedOrganization, OrganizationPerson } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
import { refusalOf } from './organization-fields.ts';
import { useEraseOrganization, useStartImpersonation } from './use-organizations.ts';

/** Asks why, then opens the app as the person. */
export function ImpersonationForm({
  organizationId,
  person,
  onClose,
}: {
  organizationId: string;
  person: OrganizationPerson;
  onClose: () => void;
}) {
  const start = useStartImpersonation(organizationId);
  const form = useEditedForm({
    initial: () => ({ reason: '' }),
    check: ({ reason }): FieldErrors => (reason.trim() === '' ? { Reason: ['Reason is required'] } : {}),
    send: ({ reason }) => start.mutateAsync({ userId: person.id, reason }),
    onSent: () => undefined,
    refusalOf: refusalOf('The impersonation did not start'),
  });
  return (
    <FormDialog
      form={form}
      opened
      title={`Act as ${person.fullName}`}
      submit="Act as this person"
      size={520}
      disabled={start.isPending || start.isSuccess}
      lost={null}
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        size="md"
        required
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        description="It is kept, and shown in the banner. You act for 30 minutes at most; passwords, second steps and keys stay out of reach."
        value={form.fields.reason}
        error={form.errorOf('Reason')}
        onChange={(event) => form.change({ reason: event.currentTarget.value })}
      />
    </FormDialog>
  );
}

/** Asks for the name of a closed organization, then removes everything of it. */
export function EraseForm({
  organization: { id, name },
  onErased,
  onClose,
}: {
  organization: ManagedOrganization;
  onErased: () => void;
  onClose: () => void;
}) {
  const erase = useEraseOrganization();
  const form = useEditedForm({
    initial: () => ({ name: '' }),
    check: (fields): FieldErrors =>
      fields.name === name ? {} : { Name: ['Type the name of the organization exactly'] },
    send: (fields) => erase.mutateAsync({ id, name: fields.name }),
    onSent: ({ message }) => {
      toast('success', message);
      onErased();
    },
    refusalOf: refusalOf('The organization was not erased'),
  });
  return (
    <FormDialog
      form={form}
      opened
      title={`Erase ${name}`}
      submit="Erase everything"
      size={520}
      disabled={erase.isPending}
      lost={null}
      onClose={onClose}
    >
      <p>
        Its people, places, policies, stations, messages and records are removed at once and for good. Nothing
        can bring them back.
      </p>
      <TextInput
        label={`Type ${name}`}
        size="md"
        required
        autoComplete="off"
        data-autofocus
        value={form.fields.name}
        error={form.errorOf('Name')}
        onChange={(event) => form.change({ name: event.currentTarget.value })}
      />
    </FormDialog>
  );
}
