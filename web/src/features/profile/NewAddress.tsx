import { PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { sortErrors } from '../../forms/field-errors.ts';
import { useEditedForm } from '../../forms/use-edited-form.ts';
import { useApi } from '../../services.ts';
import { toast } from '../../ui/toast.ts';
import classes from './Profile.module.css';

/** Asks for a new email address and the password. The address counts once its mail is answered. */
export function NewAddress({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const client = useQueryClient();
  const form = useEditedForm({
    initial: () => ({ email: '', currentPassword: '' }),
    labels: { email: 'Email', currentPassword: 'CurrentPassword' },
    send: (body) => api.call(routes.changeEmail, { body }),
    onSent: ({ message }) => {
      void client.invalidateQueries({ queryKey: peopleKeys.profile.all });
      toast('success', message);
      onClose();
    },
    refusalOf: (thrown) => ({
      header: 'The address was not changed',
      message: messageOf(thrown),
      fields: sortErrors(thrown instanceof ApiFailure ? thrown.errors : {}, ['Email', 'CurrentPassword'])
        .fields,
    }),
  });
  const { fields, change, errorOf } = form;
  return (
    <FormDialog
      form={form}
      opened
      title="Change email"
      size={480}
      submit="Send confirmation"
      disabled={fields.email === '' || fields.currentPassword === ''}
      lost={null}
      onClose={onClose}
    >
      <p className={classes.hint}>
        We send a link to the new address. Until it is confirmed you sign in with the old one, which is told
        too.
      </p>
      <TextInput
        label="New email"
        type="email"
        size="md"
        required
        autoComplete="email"
        data-autofocus
        value={fields.email}
        error={errorOf('Email')}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <PasswordInput
        label="Current password"
        size="md"
        required
        autoComplete="current-password"
        value={fields.currentPassword}
        error={errorOf('CurrentPassword')}
        onChange={(event) => change({ currentPassword: event.currentTarget.value })}
      />
    </FormDialog>
  );
}
