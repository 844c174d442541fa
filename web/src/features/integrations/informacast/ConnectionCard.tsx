import type { InformacastConnection } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from '../Integrations.module.css';
import { TokenDialog } from './TokenDialog.tsx';
import { useConnectionChange } from './use-informacast.ts';

/** How the organization is connected; Admins replace the token or disconnect. */
export function ConnectionCard({ connection }: { connection: InformacastConnection }) {
  const [open, setOpen] = useState<'token' | 'disconnect' | null>(null);
  const navigate = useNavigate();
  const disconnect = useConnectionChange(
    (api, id: string) => api.call(routes.disconnectInformacast, { params: { id } }),
    ({ message }) => {
      toast('success', message);
      void navigate('/Integrations');
    },
  );
  const { id, signsInBy, connectedUtc, problem, mayChange, customerId } = connection;
  const since = new Date(connectedUtc).toLocaleDateString('en-US', { dateStyle: 'medium' });
  const close = () => setOpen(null);
  return (
    <section className={classes.card} aria-label="Connection">
      <div className={classes.words}>
        <strong>Connected by {signsInBy === 'token' ? 'an API token' : 'client credentials'}</strong>
        <span>Since {since}</span>
      </div>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem} Nothing is launched until it is replaced.
        </p>
      )}
      {disconnect.error && (
        <p className={classes.problem} role="alert">
          {messageOf(disconnect.error)}
        </p>
      )}
      {mayChange && (
        <div className={classes.buttons}>
          <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen('token')}>
            Replace token
          </Button>
          <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen('disconnect')}>
            Disconnect
          </Button>
        </div>
      )}
      {open === 'token' && (
        <TokenDialog customerId={customerId} connection={connection} onClose={close} onConnected={close} />
      )}
      {open === 'disconnect' && (
        <ConfirmDialog
          opened
          verb="Disconnect"
          item="InformaCast"
          text="The token is forgotten, and all scenario triggers with their logs are deleted. Nothing is launched any more, also no all clear of a warning that is on now."
          busy={disconnect.isPending}
          onConfirm={() => disconnect.mutate(id, { onSettled: close })}
          onCancel={close}
        />
      )}
    </section>
  );
}
