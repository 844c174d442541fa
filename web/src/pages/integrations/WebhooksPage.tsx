import type { Webhook } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import classes from '../../features/integrations/Integrations.module.css';
import { ShownOnce } from '../../features/integrations/ShownOnce.tsx';
import { useWebhooks } from '../../features/integrations/webhooks/use-webhooks.ts';
import { WebhookForm } from '../../features/integrations/webhooks/WebhookForm.tsx';
import { WebhookList } from '../../features/integrations/webhooks/WebhookList.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import { AddButton, ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';

/** /Integrations/Webhooks: systems that are sent what happens. */
export default function WebhooksPage() {
  const { data: webhooks, error, isFetching, refetch } = useWebhooks();
  const [open, setOpen] = useState<{ edited: Webhook | null } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const retry = () => void refetch();
  return (
    <div className={classes.page}>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Webhooks</h1>
          <p>Your systems that Allclear tells what happens</p>
        </div>
        {webhooks && <AddButton label="New Webhook" onAdd={() => setOpen({ edited: null })} />}
      </header>
      {secret !== null && <ShownOnce label="The new secret" secret={secret} onDone={() => setSecret(null)} />}
      {error && webhooks && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !webhooks && (
        <ListFailure
          title="Problem retrieving webhooks"
          error={error}
          isFetching={isFetching}
          onRetry={retry}
        />
      )}
      {!error && !webhooks && (
        <Delayed>
          <Skeleton height={160} radius={12} />
        </Delayed>
      )}
      {webhooks?.length === 0 && (
        <div className={page.alone}>
          <h2>There are no webhooks</h2>
          <p>
            A webhook sends warnings and lightning states to an address of yours, signed, within a second.
          </p>
        </div>
      )}
      {webhooks && webhooks.length > 0 && (
        <WebhookList webhooks={webhooks} onEdit={(edited) => setOpen({ edited })} onMade={setSecret} />
      )}
      {open && <WebhookForm edited={open.edited} onClose={() => setOpen(null)} onMade={setSecret} />}
    </div>
  );
}
