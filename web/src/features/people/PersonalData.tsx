import type { User } from '@allclear/contract';
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { routes } from '../../api/routes.ts';
import form from '../../forms/form.module.css';
import { useApi } from '../../services.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import classes from './People.module.css';
import { usePeopleChange } from './use-people.ts';

/** Below the form of a user: what is stored about the user, as a file, and its erasure. */
export function PersonalData({
  user,
  onErase,
}: {
  user: User;
  /** Opens the question: a dialog of its own, because this one is a form. */
  onErase: () => void;
}) {
  const api = useApi();
  const [isExporting, setExporting] = useState(false);
  const exportData = async () => {
    setExporting(true);
    try {
      const file = await api.file(routes.exportUserData, { params: { id: user.id } });
      saveFile(file, 'allclear-personal-data.zip');
    } catch (thrown) {
      toast('error', 'Error exporting personal data', messageOf(thrown));
    } finally {
      setExporting(false);
    }
  };
  return (
    <fieldset className={form.group}>
      <legend>Personal data</legend>
      <p className={form.hint}>
        Everything that is stored about {user.fullName}, as a ZIP of JSON and CSV. To erase it takes the name
        away too, everywhere; what was sent stays on record with its times.
      </p>
      <div className={classes.personal}>
        <Button variant="default" loading={isExporting} onClick={() => void exportData()}>
          Export data
        </Button>
        <Button variant="default" c="var(--danger)" aria-haspopup="dialog" onClick={onErase}>
          Erase…
        </Button>
      </div>
    </fieldset>
  );
}

interface ErasureProps {
  user: User;
  onErased: (message: string) => void;
  onCancel: () => void;
}

/** Asks for the full name, because nothing brings an erased user back. */
export function Erasure({ user, onErased, onCancel }: ErasureProps) {
  const [name, setName] = useState('');
  const erase = usePeopleChange((api, confirmation: string) =>
    api.call(routes.eraseUser, { body: { id: user.id, confirmation } }),
  );
  const { error } = erase;
  const ofField = error instanceof ApiFailure ? error.errors.Confirmation?.join(' ') : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    erase.mutate(name, { onSuccess: ({ message }) => onErased(message) });
  };
  return (
    <Dialog opened above title={`Erase ${user.fullName}`} closeOnClickOutside={false} onClose={onCancel}>
      <form className={form.form} onSubmit={submit} noValidate>
        <p className={form.hint}>
          Sign-in, sessions, keys, devices, locations and pending messages of {user.fullName} go at once. The
          name becomes ‘Erased user’ everywhere. This action cannot be undone.
        </p>
        <TextInput
          label={`Type ${user.fullName} to confirm`}
          size="md"
          autoComplete="off"
          data-autofocus
          value={name}
          error={ofField}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {error && ofField === undefined && (
          <p className={form.error} role="alert">
            {messageOf(error)}
          </p>
        )}
        <div className={classes.personal}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            color="var(--danger)"
            c="var(--on-danger)"
            disabled={name.trim() !== user.fullName}
            loading={erase.isPending}
          >
            Erase
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
