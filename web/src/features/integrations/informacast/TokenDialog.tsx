import type { InformacastConnection } from '@allclear/contract';
import { PasswordInput, Switch, TextInput } from '@mantine/core';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { sortErrors } from '../../../forms/field-errors.ts';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import { secondLineMs } from './informacast-words.ts';
import { useConnectionChange } from './use-informacast.ts';

interface Fields {
  readonly token: string;
  readonly isClient: boolean;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly audience: string;
}

interface TokenDialogProps {
  customerId: string;
  /** Whose token is replaced; null for a new connection. */
  connection: InformacastConnection | null;
  onClose: () => void;
  onConnected: () => void;
}

const labels = ['Token', 'ClientId', 'ClientSecret', 'Audience'];

function credentialOf({ token, isClient, clientId, clientSecret, audience }: Fields) {
  return isClient
    ? { clientId: clientId.trim(), clientSecret: clientSecret.trim(), audience: audience.trim() }
    : { token: token.trim() };
}

/** The credential is checked, then stored (spec 3 section 4). */
function useTokenForm({ customerId, connection, onConnected }: Omit<TokenDialogProps, 'onClose'>) {
  const save = useConnectionChange(async (api, fields: Fields) => {
    const credential = credentialOf(fields);
    try {
      await api.call(routes.verifyInformacast, { body: credential });
    } catch (thrown) {
      const header = 'Unable to verify Singlewire credentials';
      toast('error', header, 'Verify your API token and try again', secondLineMs);
      throw thrown;
    }
    try {
      const before = connection ? { webhookId: connection.webhookId, revision: connection.revision } : {};
      return await api.call(routes.connectInformacast, { body: { ...credential, customerId, ...before } });
    } catch (thrown) {
      const header = 'Unable to configure Singlewire integration';
      toast('error', header, 'Please try again later', secondLineMs);
      throw thrown;
    }
  });
  return useEditedForm<Fields, InformacastConnection>({
    initial: () => ({ token: '', isClient: false, clientId: '', clientSecret: '', audience: '' }),
    send: (fields) => save.mutateAsync(fields),
    onSent: () => {
      toast('success', 'Singlewire configuration saved');
      onConnected();
    },
    refusalOf: (thrown) => {
      const { fields } = sortErrors(thrown instanceof ApiFailure ? thrown.errors : {}, labels);
      const isExplained = Object.keys(fields).length > 0;
      return {
        header: 'InformaCast is not connected',
        message: isExplained ? '' : messageOf(thrown),
        fields,
      };
    },
  });
}

/** Asks for the API token. */
export function TokenDialog({ onClose, ...of }: TokenDialogProps) {
  const form = useTokenForm(of);
  const { fields } = form;
  const isComplete = Object.values(credentialOf(fields)).every((text) => text !== '');
  const textOf = (field: 'token' | 'clientId' | 'clientSecret' | 'audience', label: string) => ({
    size: 'md' as const,
    value: fields[field],
    error: form.errorOf(label),
    required: true,
    maxLength: 4_000,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.change({ [field]: currentTarget.value }),
  });
  return (
    <FormDialog
      form={form}
      opened
      title={of.connection ? 'Replace the API token' : 'Connect to Singlewire'}
      submit="Save"
      size={560}
      disabled={!isComplete}
      lost={null}
      onClose={onClose}
    >
      {!fields.isClient && (
        <PasswordInput
          {...textOf('token', 'Token')}
          label="API token"
          description="Made in InformaCast. It is stored encrypted and never shown again."
          data-autofocus
        />
      )}
      <Switch
        size="md"
        label="Use client credentials instead of a token"
        checked={fields.isClient}
        onChange={({ currentTarget }) => form.change({ isClient: currentTarget.checked })}
      />
      {fields.isClient && (
        <>
          <TextInput {...textOf('clientId', 'ClientId')} label="Client id" />
          <PasswordInput {...textOf('clientSecret', 'ClientSecret')} label="Client secret" />
          <TextInput
            {...textOf('audience', 'Audience')}
            label="Provider id"
            description="Seen in the address of the InformaCast console."
          />
        </>
      )}
    </FormDialog>
  );
}
