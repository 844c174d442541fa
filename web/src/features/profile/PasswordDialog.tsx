import { Button, PasswordInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './Profile.module.css';

interface PasswordDialogProps {
  title: string;
  submit: string;
  /** Whether it takes something away. */
  isRemoval?: boolean;
  /** Throws what the server refused. */
  onSubmit: (currentPassword: string) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for the password before a change of how the user signs in. It is rendered only while it is open. */
export function PasswordDialog({
  title,
  submit,
  isRemoval = false,
  onSubmit,
  onClose,
  children,
}: PasswordDialogProps) {
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    setSending(true);
    setFailure(null);
    try {
      await onSubmit(password);
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setSending(false);
    }
  };
  const ofField = failure instanceof ApiFailure ? failure.errors.CurrentPassword?.join(' ') : undefined;
  return (
    <Dialog opened onClose={onClose} title={title} size={440}>
      <form className={classes.form} onSubmit={(event) => void send(event)} noValidate>
        {children}
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          size="md"
          data-autofocus
          value={password}
          error={ofField}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {failure !== null && ofField === undefined && (
          <p className={classes.problem} role="alert">
            {messageOf(failure)}
          </p>
        )}
        <div className={classes.footer}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={isSending}
            disabled={password === ''}
            {...(isRemoval ? { color: 'var(--danger)', c: 'var(--on-danger)' } : {})}
          >
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
