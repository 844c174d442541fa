import type * as contract from '@allclear/contract';
import type { DataOf } from '@allclear/contract';
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useChange } from '../../api/use-route.ts';
import { QrCode } from '../../forms/QrCode.tsx';
import { useApi } from '../../services.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import classes from './Profile.module.css';

type Offer = DataOf<typeof contract.beginTotp>;

interface SetUpTotpProps {
  onAdded: (message: string, recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Sets up an authenticator app: the password, then the QR code, then a code of the app. */
export function SetUpTotp(props: SetUpTotpProps) {
  const api = useApi();
  const [offer, setOffer] = useState<Offer | null>(null);
  if (offer) return <ConfirmCode offer={offer} {...props} />;
  return (
    <PasswordDialog
      title="Set up an authenticator app"
      submit="Continue"
      onSubmit={async (currentPassword) =>
        setOffer(await api.call(routes.beginTotp, { body: { currentPassword } }))
      }
      onClose={props.onClose}
    >
      <p>You need an authenticator app on your phone. Afterwards each sign-in asks for one of its codes.</p>
    </PasswordDialog>
  );
}

function ConfirmCode({ offer, onAdded, onClose }: SetUpTotpProps & { offer: Offer }) {
  const [code, setCode] = useState('');
  const confirm = useChange(
    (api, given: string) => api.call(routes.confirmTotp, { body: { pending: offer.pending, code: given } }),
    peopleKeys.factors.all,
    ({ message, recoveryCodes }) => onAdded(message, recoveryCodes),
  );
  const { error } = confirm;
  const ofField = error instanceof ApiFailure ? error.errors.Code?.join(' ') : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    confirm.mutate(code);
  };
  return (
    <Dialog opened onClose={onClose} title="Scan the code" size={440} closeOnClickOutside={false}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p>Scan this code with the authenticator app, then enter what the app shows.</p>
        <QrCode rows={offer.qr} label="QR code for the authenticator app" />
        <p className={classes.hint}>
          No camera? Enter this key in the app:{' '}
          <span className={classes.key}>{offer.secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
        </p>
        <TextInput
          label="Code of the app"
          size="md"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          maxLength={20}
          value={code}
          error={ofField}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {error && ofField === undefined && (
          <p className={classes.problem} role="alert">
            {messageOf(error)}
          </p>
        )}
        <div className={classes.footer}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={confirm.isPending} disabled={code.trim() === ''}>
            Set up app
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
