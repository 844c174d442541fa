import type { Group, SsoConfiguration } from '@allclear/contract';
import { Button, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { routes } from '../../api/routes.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { sortErrors } from '../../forms/field-errors.ts';
import { type EditedForm, useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
import classes from './Integrations.module.css';
import { RemoveSso } from './RemoveSso.tsx';
import { useSsoChange } from './use-sso.ts';

interface Fields {
  idpType: SsoConfiguration['idpType'];
  IDPDisplayName: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  spEntityId: string;
  idpEntityId: string;
  metadataUrl: string;
  AutoProvision: boolean;
  DefaultUserGroupSiteId: string | null;
  ForceSSO: boolean;
}
const labels = { idpType: 'IDPType' };
const known = [
  ...['IDPType', 'IDPDisplayName', 'Issuer', 'ClientId', 'ClientSecret', 'SpEntityId', 'IdpEntityId'],
  ...['MetadataUrl', 'AutoProvision', 'DefaultUserGroupSiteId', 'ForceSSO'],
];
const providers = [
  { value: 'Google', label: 'Google' },
  { value: 'Saml2', label: 'SAML' },
  { value: 'Oidc', label: 'OpenID Connect' },
];

const fieldsOf = (sso: SsoConfiguration): Fields => ({
  ...{ idpType: sso.idpType, IDPDisplayName: sso.IDPDisplayName, issuer: sso.issuer, clientId: sso.clientId },
  ...{ clientSecret: '', spEntityId: sso.spEntityId, idpEntityId: sso.idpEntityId },
  ...{ metadataUrl: sso.metadataUrl, AutoProvision: sso.AutoProvision, ForceSSO: sso.ForceSSO },
  DefaultUserGroupSiteId: sso.DefaultUserGroupSiteId,
});

/** The provider, and who signs in through it (spec 3 sections 2.10, 3 and 5). */
export function SsoForm({ sso, groups }: { sso: SsoConfiguration; groups: readonly Group[] }) {
  const { customerId, revision, mayChange } = sso;
  const save = useSsoChange((api, { idpType, ...rest }: Fields) => {
    const body = { ...rest, customerId, IDPScheme: customerId, IDPType: idpType, revision };
    return api.call(routes.saveSso, { params: { customerId }, body });
  });
  const form = useEditedForm<Fields, SsoConfiguration>({
    initial: () => fieldsOf(sso),
    labels,
    send: (fields) => save.mutateAsync(fields),
    onSent: (saved) => {
      form.rebase(fieldsOf(saved));
      toast('success', 'SSO configuration updated successfully');
    },
    refusalOf: (thrown) => {
      const { fields, others } = sortErrors(thrown instanceof ApiFailure ? thrown.errors : {}, known);
      const message = Object.keys(fields).length > 0 ? '' : messageOf(thrown as Error);
      return {
        header: 'Failed to update SSO configuration',
        message: [message, ...others].filter((text) => text !== '').join(' '),
        fields,
      };
    },
    guardsTab: true,
  });
  return (
    <form
      className={classes.card}
      ref={form.element}
      onSubmit={form.submit}
      noValidate
      aria-labelledby="provider"
    >
      <h2 id="provider">Identity provider</h2>
      <ErrorSummary form={form} />
      <Select
        size="md"
        label="Provider"
        data={providers}
        allowDeselect={false}
        disabled={!mayChange}
        value={form.fields.idpType}
        error={form.errorOf('IDPType')}
        onChange={(value) => value && form.change({ idpType: value as Fields['idpType'] })}
      />
      <Text form={form} name="IDPDisplayName" label="Name on the sign-in page" disabled={!mayChange} />
      {form.fields.idpType === 'Saml2' ? (
        <SamlFields form={form} sso={sso} />
      ) : (
        <OidcFields form={form} sso={sso} />
      )}
      <Choices form={form} sso={sso} groups={groups} />
      {mayChange && (
        <Button type="submit" size="md" loading={form.isSending}>
          Save Changes
        </Button>
      )}
      {mayChange && sso.isConfigured && <RemoveSso customerId={customerId} />}
    </form>
  );
}

type Part = { form: EditedForm<Fields>; sso: SsoConfiguration };

function SamlFields({ form, sso }: Part) {
  const disabled = !sso.mayChange;
  return (
    <>
      <Text form={form} name="idpEntityId" label="Provider entity ID" disabled={disabled} />
      <Text form={form} name="metadataUrl" label="Metadata URL" disabled={disabled} />
      <Text form={form} name="spEntityId" label="Our entity ID" disabled={disabled} />
      <Copied label="Callback URL" value={sso.callbackUrl} />
    </>
  );
}

function OidcFields({ form, sso }: Part) {
  const disabled = !sso.mayChange;
  const { idpType, clientSecret } = form.fields;
  return (
    <>
      {idpType === 'Oidc' && <Text form={form} name="issuer" label="Issuer" disabled={disabled} />}
      <Text form={form} name="clientId" label="Client ID" disabled={disabled} />
      <PasswordInput
        size="md"
        label="Client secret"
        description={sso.hasClientSecret ? 'Leave it empty to keep the present one.' : undefined}
        autoComplete="off"
        disabled={disabled}
        value={clientSecret}
        error={form.errorOf('ClientSecret')}
        onChange={({ currentTarget }) => form.change({ clientSecret: currentTarget.value })}
      />
      <Copied label="Redirect URI" value={sso.redirectUri} />
    </>
  );
}

function Choices({ form, sso, groups }: Part & { groups: readonly Group[] }) {
  const disabled = !sso.mayChange;
  const { AutoProvision, ForceSSO, DefaultUserGroupSiteId } = form.fields;
  return (
    <>
      <Switch
        size="md"
        className={classes.switch}
        label="Auto-provision users"
        description="Who signs in for the first time becomes a Customer."
        disabled={disabled}
        checked={AutoProvision}
        onChange={({ currentTarget }) => form.change({ AutoProvision: currentTarget.checked })}
      />
      {AutoProvision && (
        <Select
          size="md"
          label="Default group"
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          disabled={disabled}
          value={DefaultUserGroupSiteId}
          error={form.errorOf('DefaultUserGroupSiteId')}
          onChange={(id) => form.change({ DefaultUserGroupSiteId: id })}
        />
      )}
      <Switch
        size="md"
        className={classes.switch}
        label="Require SSO"
        description="Passwords and passkeys no longer sign in, except for Super Admins with a second step. Test the sign-in yourself first."
        disabled={disabled}
        checked={ForceSSO}
        error={form.errorOf('ForceSSO')}
        onChange={({ currentTarget }) => form.change({ ForceSSO: currentTarget.checked })}
      />
    </>
  );
}

type TextName = 'IDPDisplayName' | 'issuer' | 'clientId' | 'spEntityId' | 'idpEntityId' | 'metadataUrl';

function Text({
  form,
  name,
  label,
  disabled,
}: {
  form: EditedForm<Fields>;
  name: TextName;
  label: string;
  disabled: boolean;
}) {
  return (
    <TextInput
      size="md"
      label={label}
      autoCapitalize="none"
      spellCheck={false}
      disabled={disabled}
      value={form.fields[name]}
      error={form.errorOf(name.charAt(0).toUpperCase() + name.slice(1))}
      onChange={({ currentTarget }) => form.change({ [name]: currentTarget.value })}
    />
  );
}

/** An address of ours that the provider asks for. */
function Copied({ label, value }: { label: string; value: string }) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast('success', `${label} copied to clipboard`),
      () => toast('error', `${label} could not be copied. Select it and copy it yourself.`),
    );
  return (
    <div className={classes.row}>
      <TextInput size="md" label={label} value={value} readOnly />
      <Button size="md" variant="default" aria-label={`Copy the ${label}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}
