import type { Webhook } from '@allclear/contract';
import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from '../Integrations.module.css';
import { useLogChange, useWebhookChange } from './use-webhooks.ts';
import { WebhookLog } from './WebhookLog.tsx';
import { webhookFilterText, webhookState } from './webhook-fields.ts';

interface WebhookListProps {
  webhooks: readonly Webhook[];
  onEdit: (webhook: Webhook) => void;
  /** A secret that was renewed. */
  onMade: (secret: string) => void;
}

/** The webhooks of the organization, each with its state and its log. */
export function WebhookList({ webhooks, ...on }: WebhookListProps) {
  return (
    <ul className={classes.cards} aria-label="Webhooks">
      {webhooks.map((webhook) => (
        <li key={webhook.id} className={classes.card}>
          <WebhookCard webhook={webhook} {...on} />
        </li>
      ))}
    </ul>
  );
}

const nameOf = ({ name, url }: Webhook) => name || URL.parse(url)?.host || url;

function WebhookCard({ webhook, onEdit, onMade }: { webhook: Webhook } & Omit<WebhookListProps, 'webhooks'>) {
  const [isOpen, setOpen] = useState(false);
  const test = useLogChange(
    (api, id: string) => api.call(routes.testWebhook, { params: { id } }),
    ({ message }) => {
      toast('success', message);
      setOpen(true);
    },
  );
  const toggle = useWebhookChange(
    (api, { id, enabled }: Webhook) => api.call(routes.changeWebhook, { body: { id, enabled: !enabled } }),
    ({ message }) => toast('success', message),
  );
  const error = test.error ?? toggle.error;
  const name = nameOf(webhook);
  return (
    <>
      <WebhookWords webhook={webhook} />
      {error && (
        <p className={classes.problem} role="alert">
          {messageOf(error)}
        </p>
      )}
      <div className={classes.row}>
        <Button
          variant="default"
          aria-label={`Test ${name}`}
          loading={test.isPending}
          onClick={() => test.mutate(webhook.id)}
        >
          Test
        </Button>
        <Button variant="default" aria-label={`Edit ${name}`} onClick={() => onEdit(webhook)}>
          Edit
        </Button>
        <Button
          variant="default"
          aria-label={`Switch ${webhook.enabled ? 'off' : 'on'} ${name}`}
          loading={toggle.isPending}
          onClick={() => toggle.mutate(webhook)}
        >
          Switch {webhook.enabled ? 'off' : 'on'}
        </Button>
        <Questions webhook={webhook} name={name} onMade={onMade} />
        <Button
          variant="default"
          aria-label={`Log of ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Log
        </Button>
      </div>
      {isOpen && <WebhookLog webhook={webhook} />}
    </>
  );
}

function WebhookWords({ webhook }: { webhook: Webhook }) {
  const state = webhookState(webhook);
  const color = { good: 'var(--success)', bad: 'var(--danger)', off: 'gray' }[state.tone];
  return (
    <div className={classes.words}>
      <span className={classes.title}>
        <strong>{nameOf(webhook)}</strong>
        <Badge color={color} variant="outline">
          {state.word}
        </Badge>
      </span>
      {webhook.description !== '' && <span>{webhook.description}</span>}
      <span>{webhook.url}</span>
      <span>{webhookFilterText(webhook)}</span>
      <span>{state.text}</span>
      {webhook.previousSecretEndsUtc !== null && (
        <span>Two secrets sign until {new Date(webhook.previousSecretEndsUtc).toLocaleString('en-US')}.</span>
      )}
    </div>
  );
}

/** What is asked about before it is done: a new secret, and the deletion. */
function Questions({
  webhook,
  name,
  onMade,
}: {
  webhook: Webhook;
  name: string;
  onMade: (secret: string) => void;
}) {
  const [asked, setAsked] = useState<'Renew the secret of' | 'Delete' | null>(null);
  const renew = useWebhookChange(
    (api, id: string) => api.call(routes.renewWebhookSecret, { params: { id } }),
    ({ secret }) => onMade(secret),
  );
  const remove = useWebhookChange(
    (api, id: string) => api.call(routes.deleteWebhook, { params: { id } }),
    ({ message }) => toast('success', message),
  );
  const error = renew.error ?? remove.error;
  const change = asked === 'Delete' ? remove : renew;
  return (
    <>
      <Button
        variant="default"
        aria-label={`New secret of ${name}`}
        onClick={() => setAsked('Renew the secret of')}
      >
        New secret
      </Button>
      <Button variant="default" aria-label={`Delete ${name}`} onClick={() => setAsked('Delete')}>
        Delete
      </Button>
      {error && (
        <p className={classes.problem} role="alert">
          {messageOf(error)}
        </p>
      )}
      {asked && (
        <ConfirmDialog
          opened
          verb={asked}
          item={name}
          text={
            asked === 'Delete'
              ? 'Nothing is sent there any more, and its log is deleted. This cannot be undone.'
              : 'Events are signed with the new secret and, for a day, with the one of now as well, so that you can change it at the receiver.'
          }
          busy={change.isPending}
          onConfirm={() => {
            change.mutate(webhook.id);
            setAsked(null);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}
