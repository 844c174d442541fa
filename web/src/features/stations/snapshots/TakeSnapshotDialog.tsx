import { Alert, Button, Group, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import forms from '../../../forms/form.module.css';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAddSnapshot } from './use-snapshots.ts';

/** Characters; the server refuses a longer note. */
const noteMax = 500;

/** Keeps what a station says now, with a note. */
export function TakeSnapshotDialog({ stationId, onClose }: { stationId: string; onClose: () => void }) {
  const [note, setNote] = useState('');
  const add = useAddSnapshot(stationId, (message) => {
    toast('success', message);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate(note);
  };
  return (
    <Dialog opened onClose={onClose} title="Take Snapshot" closeOnClickOutside={note === ''}>
      <form className={forms.form} onSubmit={submit} noValidate>
        <Textarea
          size="md"
          label="Note"
          description={`Optional, at most ${noteMax} characters`}
          autosize
          minRows={2}
          maxLength={noteMax}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        {add.error && (
          <Alert color="var(--danger)" variant="outline" role="alert">
            {messageOf(add.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Take Snapshot
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
