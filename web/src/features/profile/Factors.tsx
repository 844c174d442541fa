import type { Factors as FactorsOfUser } from '@allclear/contract';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useChange } from '../../api/use-route.ts';
import { toast } from '../../ui/toast.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import classes from './Profile.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpTotp } from './SetUpTotp.tsx';

type Open =
  | { kind: 'set-up-totp' | 'remove-totp' | 'add-passkey' | 'renew-codes' }
  | { kind: 'remove-passkey'; id: string; name: string }
  | { kind: 'codes'; codes: readonly string[] };

/** The second steps of the user's sign-in. */
export function Factors({ factors }: { factors: FactorsOfUser }) {
  const [open, setOpen] = useState<Open | null>(null);
  const { totp, passkeys, recoveryCodesLeft, isRequired } = factors;
  const hasFactor = totp || passkeys.length > 0;
  const close = () => setOpen(null);
  return (
    <section className={classes.card} aria-labelledby="factors">
      <h2 id="factors">Second step</h2>
      <p className={classes.hint}>
        {isRequired
          ? 'A second step is required of you beside your password.'
          : 'A second step beside your password keeps others out, even if they know it. A passkey also signs you in alone.'}
      </p>
      <ul className={classes.list} aria-label="Second steps">
        <Row
          name="Authenticator app"
          text={totp ? 'Set up' : 'Codes from an app on your phone'}
          action={
            totp ? (
              <Button variant="default" onClick={() => setOpen({ kind: 'remove-totp' })}>
                Remove app
              </Button>
            ) : (
              <Button variant="default" onClick={() => setOpen({ kind: 'set-up-totp' })}>
                Set up app
              </Button>
            )
          }
        />
        {passkeys.map(({ id, name, createdUtc, lastUsedUtc, isUsable }) => (
          <Row
            key={id}
            name={name}
            text={
              isUsable
                ? `Passkey · added ${dateOf(createdUtc)} · ${lastUsedUtc ? `last used ${dateOf(lastUsedUtc)}` : 'not used yet'}`
                : 'Passkey · made for an earlier address of Allclear, so it does not work here'
            }
            action={
              <Button
                variant="default"
                aria-label={`Remove the passkey ${name}`}
                onClick={() => setOpen({ kind: 'remove-passkey', id, name })}
              >
                Remove
              </Button>
            }
          />
        ))}
        <Row
          name="Passkeys"
          text="Your device’s fingerprint, face or PIN, or a security key"
          action={
            <Button variant="default" onClick={() => setOpen({ kind: 'add-passkey' })}>
              Add a passkey
            </Button>
          }
        />
        {hasFactor && (
          <Row
            name="Recovery codes"
            text={`${recoveryCodesLeft} of 10 left, for when you have lost the others`}
            action={
              <Button variant="default" onClick={() => setOpen({ kind: 'renew-codes' })}>
                Make new codes
              </Button>
            }
          />
        )}
      </ul>
      {open && (
        <FactorDialog open={open} onCodes={(codes) => setOpen({ kind: 'codes', codes })} onClose={close} />
      )}
    </section>
  );
}

function Row({ name, text, action }: { name: string; text: string; action: ReactNode }) {
  return (
    <li>
      <div className={classes.item}>
        <strong>{name}</strong>
        <span>{text}</span>
      </div>
      {action}
    </li>
  );
}

function FactorDialog({
  open,
  onCodes,
  onClose,
}: {
  open: Open;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const done = (message: string) => {
    toast('success', message);
    onClose();
  };
  const removeTotp = useChange(
    (api, currentPassword: string) => api.call(routes.removeTotp, { body: { currentPassword } }),
    peopleKeys.factors.all,
    ({ message }) => done(message),
  );
  const removePasskey = useChange(
    (api, body: { id: string; currentPassword: string }) => api.call(routes.removePasskey, { body }),
    peopleKeys.factors.all,
    ({ message }) => done(message),
  );
  const renew = useChange(
    (api, currentPassword: string) => api.call(routes.renewRecoveryCodes, { body: { currentPassword } }),
    peopleKeys.factors.all,
    ({ recoveryCodes }) => onCodes(recoveryCodes),
  );
  const added = (message: string, codes: readonly string[]) => {
    if (codes.length === 0) return done(message);
    toast('success', message);
    onCodes(codes);
  };
  switch (open.kind) {
    case 'set-up-totp':
      return <SetUpTotp onAdded={added} onClose={onClose} />;
    case 'add-passkey':
      return <AddPasskey onAdded={added} onClose={onClose} />;
    case 'codes':
      return <RecoveryCodes codes={open.codes} onClose={onClose} />;
    case 'remove-totp':
      return (
        <PasswordDialog
          title="Remove the authenticator app"
          submit="Remove app"
          isRemoval
          onSubmit={(password) => removeTotp.mutateAsync(password)}
          onClose={onClose}
        >
          <p>Its codes no longer sign you in.</p>
        </PasswordDialog>
      );
    case 'remove-passkey':
      return (
        <PasswordDialog
          title={`Remove ${open.name}`}
          submit="Remove passkey"
          isRemoval
          onSubmit={(currentPassword) => removePasskey.mutateAsync({ id: open.id, currentPassword })}
          onClose={onClose}
        >
          <p>This passkey no longer signs you in. Your device may keep it until you delete it there.</p>
        </PasswordDialog>
      );
    case 'renew-codes':
      return (
        <PasswordDialog
          title="Make new recovery codes"
          submit="Make new codes"
          onSubmit={(password) => renew.mutateAsync(password)}
          onClose={onClose}
        >
          <p>The codes that you have now stop working.</p>
        </PasswordDialog>
      );
  }
}

const dateOf = (iso: string) =>
  new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
