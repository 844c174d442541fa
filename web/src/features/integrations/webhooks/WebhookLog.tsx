import type { Webhook, WebhookDelivery } from '@allclear/contract';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { toast } from '../../../ui/toast.ts';
import classes from '../Integrations.module.css';
import { useLogChange, useWebhookLog } from './use-webhooks.ts';
import { attemptText, deliveryText, kindText } from './webhook-fields.ts';

const hourMs = 3_600_000;
const spans = [
  { value: '1', label: 'the last hour' },
  { value: '24', label: 'the last day' },
  { value: '168', label: 'the last week' },
  { value: '720', label: 'the last 30 days' },
];

/** What a webhook was sent and answered; an event, or a span of time, can be sent again. */
export function WebhookLog({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const { data: log, error, isFetching, refetch } = useWebhookLog(id);
  return (
    <section aria-label="Log" className={classes.log}>
      {enabled && <Replay id={id} />}
      {error && (
        <p className={classes.problem} role="alert">
          {messageOf(error)}{' '}
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!log && !error && <Skeleton height={80} radius={8} />}
      {log?.length === 0 && <p>Nothing was sent within the last 30 days.</p>}
      {log && log.length > 0 && (
        <ul className={classes.cards} aria-label="Events">
          {log.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} mayResend={enabled} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Replay({ id }: { id: string }) {
  const [hours, setHours] = useState('1');
  const replay = useLogChange(
    (api, span: string) => {
      const now = Date.now();
      const fromUtc = new Date(now - Number(span) * hourMs).toISOString();
      return api.call(routes.replayWebhook, {
        body: { id, fromUtc, toUtc: new Date(now).toISOString() },
      });
    },
    ({ message }) => toast('success', message),
  );
  return (
    <>
      <div className={classes.row}>
        <NativeSelect
          size="md"
          label="Send all events again of"
          data={spans}
          value={hours}
          onChange={({ currentTarget }) => setHours(currentTarget.value)}
        />
        <Button size="md" variant="default" loading={replay.isPending} onClick={() => replay.mutate(hours)}>
          Replay
        </Button>
      </div>
      {replay.error && (
        <p className={classes.problem} role="alert">
          {messageOf(replay.error)}
        </p>
      )}
    </>
  );
}

function Delivery({ delivery, mayResend }: { delivery: WebhookDelivery; mayResend: boolean }) {
  const resend = useLogChange(
    (api, id: string) => api.call(routes.resendWebhookEvent, { params: { id } }),
    ({ message }) => toast('success', message),
  );
  const name = kindText(delivery.kind);
  return (
    <li>
      <div className={classes.row}>
        <div className={classes.words}>
          <strong>{name}</strong>
          <span>{deliveryText(delivery)}</span>
        </div>
        {mayResend && (
          <Button
            variant="default"
            aria-label={`Send again: ${name}`}
            loading={resend.isPending}
            onClick={() => resend.mutate(delivery.id)}
          >
            Send again
          </Button>
        )}
      </div>
      {resend.error && (
        <p className={classes.problem} role="alert">
          {messageOf(resend.error)}
        </p>
      )}
      {delivery.attempts.map((attempt) => (
        <details key={attempt.number} className={classes.details}>
          <summary>
            Attempt {attempt.number}: {attempt.detail ?? 'not ended'}
          </summary>
          {/* It scrolls, so the keyboard must reach it. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region */}
          <pre className={classes.exchange} tabIndex={0}>
            {attemptText(attempt)}
          </pre>
        </details>
      ))}
    </li>
  );
}
