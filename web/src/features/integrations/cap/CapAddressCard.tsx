import type { CapAddress } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from '../Integrations.module.css';
import { useCapAddressChange } from './use-cap-address.ts';

const momentOf = (iso: string) =>
  new Date(iso).toLocaleString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

const texts = {
  Renew: 'You get a new address. Every reader that uses the one of now is refused at once.',
  Remove: 'Every reader that uses this address is refused at once. This cannot be undone.',
} as const;

/** Makes, renews and removes the secret address of the CAP feed. `onMade` gets the address, which is shown once. */
export function CapAddressCard({
  address,
  onMade,
}: {
  address: CapAddress | null;
  onMade: (url: string | null) => void;
}) {
  const [asked, setAsked] = useState<'Renew' | 'Remove' | null>(null);
  const close = () => setAsked(null);
  const renew = useCapAddressChange(
    (api) => api.call(routes.renewCapAddress),
    ({ url }) => onMade(url),
  );
  const remove = useCapAddressChange(
    (api) => api.call(routes.removeCapAddress),
    ({ message }) => {
      onMade(null);
      toast('success', message);
    },
  );
  const error = renew.error ?? remove.error;
  return (
    <section className={classes.card} aria-label="Secret address">
      <div className={classes.words}>
        <strong className={classes.title}>Secret address</strong>
        <span>
          {address === null
            ? 'There is none. With one, a reader that cannot send a key reads the warnings of all places.'
            : `Made ${momentOf(address.madeUtc)} · ${
                address.lastUsedUtc === null ? 'not used yet' : `last used ${momentOf(address.lastUsedUtc)}`
              }`}
        </span>
        {error && (
          <p className={classes.problem} role="alert">
            {messageOf(error)}
          </p>
        )}
      </div>
      <div className={classes.row}>
        {address === null ? (
          <Button loading={renew.isPending} onClick={() => renew.mutate(undefined)}>
            Make address
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => setAsked('Renew')}>
              Renew
            </Button>
            <Button variant="default" onClick={() => setAsked('Remove')}>
              Remove
            </Button>
          </>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          opened
          verb={asked}
          item="the secret address"
          text={texts[asked]}
          busy={renew.isPending || remove.isPending}
          onConfirm={() => {
            renew.reset();
            (asked === 'Renew' ? renew : remove).mutate(undefined);
            close();
          }}
          onCancel={close}
        />
      )}
    </section>
  );
}
