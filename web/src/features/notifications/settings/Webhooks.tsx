import { Alert, Button, Code, CopyButton, Skeleton, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from './Settings.module.css';
import { useWebhooks } from './use-settings.ts';

/** Systems of the organisation that hear every notice. A secret is shown once, when it is made. */
export function Webhooks() {
  const { list, add, remove } = useWebhooks();
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [made, setMade] = useState<{ url: string; secret: string } | null>(null);
  const [asked, setAsked] = useState<{ id: string; url: string } | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    try {
      const { url: address, secret, message } = await add.mutateAsync(url.trim());
      setMade({ url: address, secret });
      setUrl('');
      toast('success', message);
    } catch (thrown) {
      const told =
        thrown instanceof ApiFailure ? (thrown.errors.Url ?? thrown.errors.URL)?.join(' ') : undefined;
      setError(told ?? messageOf(thrown));
    }
  };
  const confirm = async () => {
    if (!asked) return;
    try {
      toast('success', (await remove.mutateAsync(asked.id)).message);
      if (made?.url === asked.url) setMade(null);
    } catch (thrown) {
      toast('error', messageOf(thrown));
    }
    setAsked(null);
  };

  return (
    <section className={classes.card} aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <p className={classes.hint}>
        Every notice of your organization is sent to these addresses as well, signed with the secret of each.
      </p>
      <form onSubmit={submit} className={classes.webhook} noValidate>
        <TextInput
          label="Address"
          type="url"
          placeholder="https://example.org/weather"
          value={url}
          error={error}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            setError(null);
          }}
        />
        <Button type="submit" disabled={url.trim() === ''} loading={add.isPending}>
          Add webhook
        </Button>
      </form>
      {made && (
        <Alert
          color="var(--primary)"
          variant="outline"
          title="Keep this secret: it is not shown again"
          role="status"
        >
          <Code className={classes.secret}>{made.secret}</Code>
          <div className={classes.actions}>
            <CopyButton value={made.secret}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy the secret'}
                </Button>
              )}
            </CopyButton>
            <Button variant="subtle" onClick={() => setMade(null)}>
              I have kept it
            </Button>
          </div>
        </Alert>
      )}
      {list.isPending && <Skeleton height={44} radius={8} />}
      {list.isError && !list.data && (
        <p className={classes.problem} role="alert">
          Webhooks could not be loaded. {messageOf(list.error)}
        </p>
      )}
      {list.data && list.data.length > 0 && (
        <ul className={classes.rows} aria-label="Webhooks">
          {list.data.map((webhook) => (
            <li key={webhook.id}>
              <span>
                <strong>{webhook.url}</strong>
                <small>
                  {webhook.enabled ? 'on' : 'off'}, since{' '}
                  {new Date(webhook.createdUtc).toLocaleDateString('en-US', { dateStyle: 'medium' })}
                </small>
              </span>
              <Button
                variant="default"
                aria-label={`Delete ${webhook.url}`}
                onClick={() => setAsked(webhook)}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={asked !== null}
        item={asked?.url ?? ''}
        text={`Are you sure you want to remove ${asked?.url ?? ''}? This action cannot be undone.`}
        busy={remove.isPending}
        onConfirm={confirm}
        onCancel={() => setAsked(null)}
      />
    </section>
  );
}
