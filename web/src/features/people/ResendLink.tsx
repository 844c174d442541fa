import type { User } from '@allclear/contract';
import { Button, CopyButton, Group, TextInput, UnstyledButton } from '@mantine/core';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './People.module.css';
import { useResend } from './use-people.ts';

/** Sends the invitation of somebody who never signed in again, and says what became of it. */
export function ResendLink({ user: { id, fullName } }: { user: User }) {
  const resend = useResend();
  const send = () =>
    resend.mutate(id, {
      onSuccess: ({ link }) => {
        if (link === null) toast('success', 'Invite email sent!');
      },
      onError: () => toast('error', 'Unable to send invite email.'),
    });
  const text = resend.isPending
    ? 'Sending…'
    : resend.isSuccess && resend.data.link === null
      ? 'Sent! Send again?'
      : resend.isError
        ? 'Failed to send. Try again?'
        : 'resend?';
  return (
    <span className={classes.invite}>
      Not signed in yet{' '}
      <UnstyledButton
        className={classes.resend}
        aria-label={`${text} Invitation of ${fullName}`}
        disabled={resend.isPending}
        onClick={send}
      >
        {text}
      </UnstyledButton>
      {resend.data?.link && <InvitationLink name={fullName} link={resend.data.link} onClose={resend.reset} />}
    </span>
  );
}

/** Where the server sends no mail, whoever invites passes the link on. It is shown this once. */
function InvitationLink({ name, link, onClose }: { name: string; link: string; onClose: () => void }) {
  return (
    <Dialog opened title={`Invitation of ${name}`} closeOnClickOutside={false} onClose={onClose}>
      <p>
        This installation sends no mail. Give this link to {name} yourself: it works once, within the next
        seven days, and is not shown again.
      </p>
      <TextInput label="Link" value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Group justify="flex-end" mt="md">
        <CopyButton value={link}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
        </CopyButton>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Dialog>
  );
}
