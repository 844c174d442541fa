import { Alert, Button, Code, CopyButton, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { ErrorSummary } from '../../../forms/ErrorSummary.tsx';
import { sortErrors } from '../../../forms/field-errors.ts';
import { type Refusal, useEditedForm } from '../../../forms/use-edited-form.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from './Settings.module.css';
import { useWebhooks } from './use-settings.ts';

/** Why an address was refused, including errors without a field. */
function refusalOf(thrown: unknown): Refusal {
  const { fields } = sortErrors(thrown instanceof ApiFailure ? thrown.errors : {}, ['Url']);
  const message = messageOf(thrown);
  return {
    header: 'Error adding the webhook',
    message: '',
    fields: fields.Url ? fields : { Url: [message] },
  };
}

/** Systems of the organization that receive every notice. A secret is shown once, when it is created. */
export function Webhooks() {
  const { list, add, remove } = useWebhooks();
  const [made, setMade] = useState<{ url: string; secret: string } | null>(null);
  const [removed, setRemoved] = useState<{ id: string; url: string } | null>(null);

  const form = useEditedForm({
    initial: () => ({ url: '' }),
    send: ({ url }) => add.mutateAsync(url.trim()),
    onSent: ({ url, secret, message }) => {
      setMade({ url, secret });
      form.rebase({ url: '' });
      toast('success', message);
    },
    refusalOf,
  });
  const confirm = async () => {
    if (!removed) return;
    try {
      toast('success', (await remove.mutateAsync(removed.id)).message);
      if (made?.url === removed.url) setMade(null);
    } catch (thrown) {
      toast('error', messageOf(thrown));
    }
    setRemoved(null);
  };

  return (
    <section className={classes.card} aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <p className={classes.hint}>
        Every notice of your organization is sent to these addresses as well, signed with the secret of each.
      </p>
      <form ref={form.element} onSubmit={form.submit} className={classes.webhook} noValidate>
        <ErrorSummary form={form} />
        <TextInput
          label="Address"
          type="url"
          placeholder="https://example.org/weather"
          value={form.fields.url}
          error={form.errorOf('Url')}
          onChange={(event) => form.change({ url: event.currentTarget.value })}
        />
        <Button type="submit" disabled={form.fields.url.trim() === ''} loading={form.isSending}>
          Add webhook
        </Button>
      </form>
      {made && <SecretAlert secret={made.secret} onDone={() => setMade(null)} />}
      {list.isPending && <Skeleton height={44} radius={8} />}
      {list.isError && !list.data && (
        <p className={classes.problem} role="alert">
          Webhooks could not be loaded. {messageOf(list.error)}
        </p>
      )}
      {list.data && list.data.length > 0 && <WebhookList webhooks={list.data} onDelete={setRemoved} />}
      <ConfirmDialog
        opened={removed !== null}
        item={removed?.url ?? ''}
        text={`Are you sure you want to remove ${removed?.url ?? ''}? This action cannot be undone.`}
        busy={remove.isPending}
        onConfirm={confirm}
        onCancel={() => setRemoved(null)}
      />
    </section>
  );
}

interface WebhookListProps {
  webhooks: NonNullable<ReturnType<typeof useWebhooks>['list']['data']>;
  onDelete: (webhook: { id: string; url: string }) => void;
}

function WebhookList({ webhooks, onDelete }: WebhookListProps) {
  return (
    <ul className={classes.rows} aria-label="Webhooks">
      {webhooks.map((webhook) => (
        <li key={webhook.id}>
          <span>
            <strong>{webhook.url}</strong>
            <small>
              {webhook.enabled ? 'on' : 'off'}, since{' '}
              {new Date(webhook.createdUtc).toLocaleDateString('en-US', { dateStyle: 'medium' })}
            </small>
          </span>
          <Button variant="default" aria-label={`Delete ${webhook.url}`} onClick={() => onDelete(webhook)}>
            Delete
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The secret of a new webhook. */
function SecretAlert({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Alert
      color="var(--primary)"
      variant="outline"
      title="Save this secret now: it is not shown again"
      role="status"
    >
      <Code className={classes.secret}>{secret}</Code>
      <div className={classes.actions}>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy the secret'}
            </Button>
          )}
        </CopyButton>
        <Button variant="subtle" onClick={onDone}>
          I have saved it
        </Button>
      </div>
    </Alert>
  );
}
