import type { OperatorProfile } from '@allclear/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { sortErrors } from '../../forms/field-errors.ts';
import { useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
import classes from './Operator.module.css';
import { useSaveOperatorProfile } from './use-operator-profile.ts';

/** Who the operator is. The name is read by the organizations in which the operator acts as somebody. */
export function OperatorData({ profile }: { profile: OperatorProfile }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={classes.card} aria-labelledby="own-data">
      <h2 id="own-data">About you</h2>
      <p className={classes.hint}>
        When you act as somebody, the banner and the organization’s Admins name you like this.
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>Name</dt>
          <dd>{`${profile.firstName} ${profile.lastName}`.trim()}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{profile.email ?? '–'}</dd>
        </div>
      </dl>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Edit name
      </Button>
      {isOpen && <NameForm profile={profile} onClose={() => setOpen(false)} />}
    </section>
  );
}

const labels = ['FirstName', 'LastName'];

function NameForm({ profile, onClose }: { profile: OperatorProfile; onClose: () => void }) {
  const save = useSaveOperatorProfile();
  const form = useEditedForm({
    initial: () => ({ firstName: profile.firstName, lastName: profile.lastName }),
    labels: { firstName: 'FirstName', lastName: 'LastName' },
    send: (fields) => save.mutateAsync({ ...fields, revision: profile.revision }),
    onSent: ({ message }) => {
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
  return (
    <FormDialog
      form={form}
      opened
      title="Edit name"
      size={480}
      submit="Save Changes"
      lost="Your changes have not been saved and will be lost."
      onClose={onClose}
    >
      <TextInput
        label="First Name"
        size="md"
        required
        autoComplete="given-name"
        data-autofocus
        value={form.fields.firstName}
        error={form.errorOf('FirstName')}
        onChange={(event) => form.change({ firstName: event.currentTarget.value })}
      />
      <TextInput
        label="Last Name"
        size="md"
        autoComplete="family-name"
        value={form.fields.lastName}
        error={form.errorOf('LastName')}
        onChange={(event) => form.change({ lastName: event.currentTarget.value })}
      />
    </FormDialog>
  );
}
