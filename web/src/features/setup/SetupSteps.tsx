import { PasswordInput, TextInput } from '@mantine/core';
import { TimeZoneSelect } from '../../forms/TimeZoneSelect.tsx';
import type { EditedForm } from '../../forms/use-edited-form.ts';
import classes from './Setup.module.css';
import type { SetupFields } from './setup-fields.ts';

type Form = EditedForm<SetupFields>;

function inputOf({ fields, errorOf, change }: Form, field: keyof SetupFields, label: string) {
  return {
    size: 'md' as const,
    value: fields[field],
    error: errorOf(label),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      change({ [field]: value }),
  };
}

/** The code says that somebody may read the data folder of the server. */
export function CodeField({ form }: { form: Form }) {
  return (
    <>
      <p className={classes.lead}>
        Nobody has an account here yet. When it started, the server wrote a code into the file{' '}
        <code>setup-code</code> in its data folder; its log names the file.
      </p>
      <TextInput
        {...inputOf(form, 'code', 'Code')}
        className={classes.code ?? ''}
        label="Setup code"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </>
  );
}

export function OrganizationFields({ form }: { form: Form }) {
  return (
    <>
      <TextInput {...inputOf(form, 'name', 'Name')} label="Name" required autoComplete="organization" />
      <TimeZoneSelect
        description="Of new groups and people. Places have their own."
        value={form.fields.timeZone}
        error={form.errorOf('TimeZone')}
        onChange={(timeZone) => form.change({ timeZone })}
      />
      <TextInput
        {...inputOf(form, 'supportEmail', 'SupportEmail')}
        label="Support email"
        description="Whom people write to for help."
        type="email"
        required
        autoComplete="off"
      />
      <TextInput
        {...inputOf(form, 'supportPhone', 'SupportPhone')}
        label="Support phone"
        type="tel"
        autoComplete="off"
      />
    </>
  );
}

/** `issuer`: the external identity provider that has the passwords; null where people sign in here. */
export function AdminFields({ form, issuer }: { form: Form; issuer: string | null }) {
  return (
    <>
      <p className={classes.lead}>
        Rules the organization and adds everybody else.
        {issuer !== null &&
          ` People of this installation sign in at ${hostOf(issuer)}, so there is no password here: enter the address that it has verified for this person.`}
      </p>
      <div className={classes.two}>
        <TextInput
          {...inputOf(form, 'firstName', 'FirstName')}
          label="First name"
          required
          autoComplete="given-name"
        />
        <TextInput {...inputOf(form, 'lastName', 'LastName')} label="Last name" autoComplete="family-name" />
      </div>
      <TextInput
        {...inputOf(form, 'email', 'Email')}
        label="Email"
        type="email"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      {issuer === null && (
        <>
          <PasswordInput
            {...inputOf(form, 'password', 'Password')}
            label="Password"
            description="At least 12 characters. A few words that do not belong together are hard to guess."
            required
            autoComplete="new-password"
          />
          <PasswordInput
            {...inputOf(form, 'confirmedPassword', 'ConfirmedPassword')}
            label="Password again"
            required
            autoComplete="new-password"
          />
        </>
      )}
    </>
  );
}

function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? issuer;
}
