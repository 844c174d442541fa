import { Button, PasswordInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useChange } from '../../api/use-route.ts';
import { sortErrors } from '../../forms/field-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './Profile.module.css';

const labels = ['CurrentPassword', 'NewPassword', 'ConfirmedNewPassword'] as const;

/** The password, and the dialog that changes it. */
export function PasswordChange({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={classes.card}>
      <h2>Password</h2>
      <p className={classes.hint}>
        A change ends your sessions in all other browsers. You are notified of it by mail.
      </p>
      <Button variant="default" onClick={() => setOpen(true)}>
        Change password
      </Button>
      {isOpen && <PasswordForm userId={userId} onClose={() => setOpen(false)} />}
    </section>
  );
}

interface Fields {
  currentPassword: string;
  newPassword: string;
  confirmedNewPassword: string;
}

function PasswordForm({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [fields, setFields] = useState<Fields>({
    ...{ currentPassword: '', newPassword: '', confirmedNewPassword: '' },
  });
  const change = useChange(
    (api, body: Fields) => api.call(routes.changePassword, { body: { userId, ...body } }),
    peopleKeys.sessions.all,
    ({ message }) => {
      toast('success', message);
      onClose();
    },
  );
  const { error } = change;
  const { fields: problems, others } = sortErrors(error instanceof ApiFailure ? error.errors : {}, [
    ...labels,
  ]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change.mutate(fields);
  };
  const field = (name: keyof Fields, label: (typeof labels)[number]) => ({
    size: 'md' as const,
    value: fields[name],
    error: problems[label]?.join(' '),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setFields((before) => ({ ...before, [name]: value }));
    },
  });
  const isEmpty = Object.values(fields).includes('');
  return (
    <Dialog opened onClose={onClose} title="Change Password" size={440} closeOnClickOutside={false}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          data-autofocus
          {...field('currentPassword', 'CurrentPassword')}
        />
        <PasswordInput
          label="New password"
          description="At least 12 characters. A few words that do not belong together are hard to guess."
          autoComplete="new-password"
          {...field('newPassword', 'NewPassword')}
        />
        <PasswordInput
          label="New password again"
          autoComplete="new-password"
          {...field('confirmedNewPassword', 'ConfirmedNewPassword')}
        />
        {error && (
          <p className={classes.problem} role="alert">
            {[messageOf(error), ...others].join('. ')}
          </p>
        )}
        <div className={classes.footer}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending} disabled={isEmpty}>
            Change password
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
