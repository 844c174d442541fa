import type { CurrentUser, Profile } from '@allclear/contract';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { sortErrors } from '../../forms/field-errors.ts';
import { TimeZoneSelect } from '../../forms/TimeZoneSelect.tsx';
import { useEditedForm } from '../../forms/use-edited-form.ts';
import { useApi } from '../../services.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { NewAddress } from './NewAddress.tsx';
import classes from './Profile.module.css';

/** Who the user is, and how that is changed. `children` are further buttons. */
export function OwnData({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const { data, error, refetch } = useRouteQuery(routes.getProfile, peopleKeys.profile.all, {
    refetchOnMount: 'always',
  });
  const [dialog, setDialog] = useState<'profile' | 'address' | null>(null);
  const close = () => setDialog(null);
  return (
    <section className={classes.card} aria-labelledby="own-data">
      <h2 id="own-data">About you</h2>
      {data && <OwnFields user={user} profile={data} />}
      {!data && !error && (
        <Delayed>
          <Skeleton height={120} radius={8} role="status" aria-label="Loading your data" />
        </Delayed>
      )}
      {error && (
        <p className={classes.problem} role="alert">
          {data ? 'This may be old. ' : 'Your data could not be loaded. '}
          {messageOf(error)}{' '}
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data?.newEmail && (
        <p className={classes.hint}>
          Open the mail to {data.newEmail} to confirm your new address. Until then nothing changes.
        </p>
      )}
      <div className={classes.buttons}>
        {data && (
          <>
            <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog('profile')}>
              Edit profile
            </Button>
            <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog('address')}>
              Change email
            </Button>
          </>
        )}
        <ExportButton />
        {children}
      </div>
      {data && dialog === 'profile' && <ProfileForm profile={data} onClose={close} />}
      {dialog === 'address' && <NewAddress onClose={close} />}
    </section>
  );
}

function OwnFields({ user, profile }: { user: CurrentUser; profile: Profile }) {
  const facts = [
    ['Name', `${profile.firstName} ${profile.lastName}`.trim()],
    ['Email', profile.email ?? '–'],
    ['Phone', profile.phoneNumber ?? '–'],
    ['Time zone', profile.timeZone.replaceAll('_', ' ')],
    ['Permission level', user.roleName],
    ['User group', profile.siteName ?? '–'],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ExportButton() {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      saveFile(await api.file(routes.exportOwnData, {}), 'allclear-personal-data.zip');
    } catch (thrown) {
      toast('error', 'Error exporting personal data', messageOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" loading={isBusy} onClick={() => void run()}>
      Export my data
    </Button>
  );
}

const labels = ['FirstName', 'LastName', 'PhoneNumber', 'TimeZone'];

function ProfileForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const api = useApi();
  const client = useQueryClient();
  const form = useEditedForm({
    initial: () => ({
      ...{ firstName: profile.firstName, lastName: profile.lastName, timeZone: profile.timeZone },
      phoneNumber: profile.phoneNumber ?? '',
    }),
    send: (fields) => api.call(routes.saveProfile, { body: { ...fields, revision: profile.revision } }),
    onSent: ({ message }) => {
      for (const { all } of [peopleKeys.profile, peopleKeys.currentUser])
        void client.invalidateQueries({ queryKey: all });
      toast('success', message);
      onClose();
    },
    refusalOf: (thrown) => ({
      header: 'Your profile was not saved',
      message: messageOf(thrown),
      fields: sortErrors(thrown instanceof ApiFailure ? thrown.errors : {}, labels).fields,
    }),
    guardsTab: true,
  });
  const text = (label: string, field: 'firstName' | 'lastName' | 'phoneNumber', error: string) => ({
    label,
    size: 'md' as const,
    value: form.fields[field],
    error: form.errorOf(error),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      form.change({ [field]: value }),
  });
  return (
    <FormDialog
      form={form}
      opened
      title="Edit profile"
      size={480}
      submit="Save Changes"
      lost="Your changes have not been saved and will be lost."
      onClose={onClose}
    >
      <TextInput
        {...text('First Name', 'firstName', 'FirstName')}
        required
        autoComplete="given-name"
        data-autofocus
      />
      <TextInput {...text('Last Name', 'lastName', 'LastName')} autoComplete="family-name" />
      <TextInput {...text('Phone Number', 'phoneNumber', 'PhoneNumber')} type="tel" autoComplete="tel" />
      <TimeZoneSelect
        value={form.fields.timeZone}
        error={form.errorOf('TimeZone')}
        onChange={(timeZone) => form.change({ timeZone })}
      />
    </FormDialog>
  );
}
