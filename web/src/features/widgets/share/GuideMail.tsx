import { Button, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { ApiFailure } from '../../../api/failure.ts';
import { toast } from '../../../ui/toast.ts';
import { useMailGuide } from '../use-widgets.ts';
import classes from '../Widgets.module.css';

/** An address: something on both sides of one @, and a dot in its host. */
const addressPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const invalidAddress = 'Please enter a valid email address.';

/** The texts of the API for the address, if it refused that. */
function addressError(thrown: unknown): string | null {
  if (!(thrown instanceof ApiFailure)) return null;
  const [, sentences] =
    Object.entries(thrown.errors).find(([label]) => label.toLowerCase() === 'recipient') ?? [];
  return sentences?.join(' ') ?? null;
}

/** Mails how to embed the widget to somebody who looks after a website. */
export function GuideMail({ widgetId, sender }: { widgetId: string; sender: string }) {
  const [recipient, setRecipient] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const mail = useMailGuide();
  const refuse = (text: string) => {
    setError(text);
    field.current?.focus();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!addressPattern.test(recipient.trim())) return refuse(invalidAddress);
    mail.mutate(
      { recipient: recipient.trim(), widgetId, sender },
      {
        onSuccess: () => {
          setRecipient('');
          toast('success', 'Email sent!');
        },
        onError: (thrown) => {
          toast('error', 'There was an error sending the email.');
          const text = addressError(thrown);
          if (text !== null) refuse(text);
        },
      },
    );
  };
  return (
    <form className={`${classes.part} ${classes.mail}`} onSubmit={send} noValidate>
      <TextInput
        ref={field}
        type="email"
        size="md"
        label="Send guide by e-mail"
        description="To who looks after your website: the embed code, and how to use it."
        placeholder="name@example.org"
        autoComplete="off"
        maxLength={320}
        value={recipient}
        error={error}
        onChange={({ currentTarget }) => {
          setRecipient(currentTarget.value);
          setError(null);
        }}
      />
      <Button
        type="submit"
        variant="default"
        loading={mail.isPending}
        leftSection={<IconMail size={18} aria-hidden="true" />}
      >
        Send guide
      </Button>
    </form>
  );
}
