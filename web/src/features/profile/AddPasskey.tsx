import { TextInput } from '@mantine/core';
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../api/failure.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';
import { CloseFooter, Dialog } from '../../ui/Dialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

const notMade = 'The browser did not make a passkey. Try again.';

/** Adds a passkey of this device or of a security key. */
export function AddPasskey({
  onAdded,
  onClose,
}: {
  onAdded: (message: string, recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}) {
  const api = useApi();
  const client = useQueryClient();
  const [name, setName] = useState('');
  if (!browserSupportsWebAuthn())
    return (
      <Dialog opened onClose={onClose} title="Add a passkey" size={440}>
        <p>This browser has no passkeys. They need a current browser and an encrypted connection (https).</p>
        <CloseFooter onClose={onClose} />
      </Dialog>
    );
  const add = async (currentPassword: string) => {
    const { pending, options } = await api.call(routes.beginPasskey, { body: { currentPassword } });
    const response = await startRegistration({ optionsJSON: creationOptions(options) }).catch(() => {
      throw new ApiFailure({ status: 0, code: 'bad-input', message: notMade });
    });
    const body = { pending, name: name.trim(), response: { ...response } };
    const { message, recoveryCodes } = await api.call(routes.confirmPasskey, { body });
    await client.invalidateQueries({ queryKey: peopleKeys.factors.all });
    onAdded(message, recoveryCodes);
  };
  return (
    <PasswordDialog title="Add a passkey" submit="Continue" onSubmit={add} onClose={onClose}>
      <p>Your browser asks for your fingerprint, face or PIN, or for a security key.</p>
      <TextInput
        label="Name"
        description="Such as the device that keeps it"
        placeholder="My laptop"
        size="md"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </PasswordDialog>
  );
}

/** The contract passes the options on as they are: their shape is that of WebAuthn. */
function creationOptions(options: object): PublicKeyCredentialCreationOptionsJSON {
  return options as PublicKeyCredentialCreationOptionsJSON;
}
