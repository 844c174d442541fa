import type { Group, OrganizationLocation, User } from '@allclear/contract';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import form from '../../forms/form.module.css';
import { SearchableChoices } from '../../forms/SearchableChoices.tsx';
import { TimeZoneSelect } from '../../forms/TimeZoneSelect.tsx';
import classes from './People.module.css';
import { type Editor, levelsFor, mayChooseGroup } from './person-rules.ts';
import type { UserFields } from './user-fields.ts';

interface UserFormProps {
  edited: User | null;
  editor: Editor;
  fields: UserFields;
  groups: readonly Group[] | undefined;
  places: readonly OrganizationLocation[] | undefined;
  errorOf: (label: string) => string | undefined;
  onChange: (part: Partial<UserFields>) => void;
}

/** The fields of a user. Which ones are required depends on the permission level. */
export function UserForm({ edited, editor, fields, groups, places, errorOf, onChange }: UserFormProps) {
  const isAccount = fields.roleId !== -1;
  const text = (label: string, field: 'firstName' | 'lastName' | 'email' | 'phoneNumber', error: string) => ({
    label,
    size: 'md' as const,
    value: fields[field],
    error: errorOf(error),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ [field]: value }),
  });
  return (
    <>
      <div className={classes.twoFields}>
        <TextInput
          {...text('First Name', 'firstName', 'FirstName')}
          required
          data-autofocus
          autoComplete="off"
        />
        <TextInput {...text('Last Name', 'lastName', 'LastName')} autoComplete="off" />
      </div>
      <TextInput
        {...text('Email', 'email', 'Email')}
        type="email"
        required={isAccount}
        autoComplete="off"
        description={isAccount ? 'The user signs in with this address.' : undefined}
      />
      <TextInput {...text('Phone Number', 'phoneNumber', 'PhoneNumber')} type="tel" autoComplete="off" />
      <TimeZoneSelect
        value={fields.timeZone}
        error={errorOf('TimeZone')}
        onChange={(timeZone) => onChange({ timeZone })}
      />
      <div className={classes.twoFields}>
        <NativeSelect
          label="Permission Level"
          size="md"
          required
          data={levelsFor(editor)}
          value={String(fields.roleId)}
          error={errorOf('RoleId')}
          description={isAccount ? undefined : 'Receives notifications and cannot sign in.'}
          onChange={(event) => onChange({ roleId: Number(event.currentTarget.value) })}
        />
        <GroupField {...{ fields, editor, groups, errorOf, onChange }} />
      </div>
      <NotificationFields {...{ edited, fields, onChange }} />
      <PlacesField {...{ fields, places, errorOf, onChange }} />
      {edited && edited.roleId !== -1 && isAccount && (
        <Switch
          className={form.switch}
          label="Active"
          description="A user who is not active cannot sign in and receives nothing."
          checked={fields.isActive}
          onChange={(event) => onChange({ isActive: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function NotificationFields({
  edited,
  fields,
  onChange,
}: Pick<UserFormProps, 'edited' | 'fields' | 'onChange'>) {
  return (
    <fieldset className={form.group}>
      <legend>Notifications</legend>
      <Switch
        className={form.switch}
        label="Email notifications"
        checked={fields.emailNotifications}
        onChange={(event) => onChange({ emailNotifications: event.currentTarget.checked })}
      />
      <Switch
        className={form.switch}
        label="Text notifications"
        checked={fields.smsNotifications}
        onChange={(event) => onChange({ smsNotifications: event.currentTarget.checked })}
      />
      {edited?.emailSuppressed && (
        <p className={form.warning}>
          This address was unsubscribed or refused mail. No alert mail goes to it; a new address is tried
          again.
        </p>
      )}
    </fieldset>
  );
}

type FieldProps = Pick<UserFormProps, 'fields' | 'errorOf' | 'onChange'>;

function GroupField({
  fields,
  editor,
  groups,
  errorOf,
  onChange,
}: FieldProps & Pick<UserFormProps, 'editor' | 'groups'>) {
  const listed = (groups ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isListed = fields.siteId === '' || listed.some(({ value }) => value === fields.siteId);
  const first = { value: '', label: groups ? 'Choose a group' : 'Loading groups…' };
  return (
    <NativeSelect
      label="User Group"
      size="md"
      required
      disabled={!mayChooseGroup(editor)}
      data={[first, ...listed, ...(isListed ? [] : [{ value: fields.siteId, label: 'Unknown group' }])]}
      value={fields.siteId}
      error={errorOf('SiteId')}
      description={
        groups?.length === 0 ? 'There is no user group yet. Add one with Manage Groups first.' : undefined
      }
      onChange={(event) => onChange({ siteId: event.currentTarget.value })}
    />
  );
}

function PlacesField({ fields, places, errorOf, onChange }: FieldProps & Pick<UserFormProps, 'places'>) {
  return (
    <SearchableChoices
      label="Locations"
      description="Without any, the user is notified of all locations of the group; with some, of those alone. A new one starts with zones at 10, 20 and 30 mi and an all-clear timer of 30 minutes. Its notifications are on; the user can silence them."
      placeholder={fields.locations.length === 0 ? 'Choose locations of your organization' : ''}
      data={(places ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={places ? fields.locations : []}
      error={errorOf('Locations')}
      items="locations"
      nothingFound="No location has this name"
      onChange={(locations) => onChange({ locations: [...locations].sort() })}
    />
  );
}
