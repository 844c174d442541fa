import type { CameraSettings } from '@allclear/contract';
import { Alert, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { ChangedMeanwhile, changesBetween } from '../../../forms/ChangedMeanwhile.tsx';
import { editTexts, FormDialog } from '../../../forms/FormDialog.tsx';
import { removalOf } from '../../../forms/removal.ts';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import { Delayed } from '../../../ui/Delayed.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { CameraFormFields } from './CameraFormFields.tsx';
import {
  cameraFieldsOf,
  cameraLabels,
  cameraProblems,
  cameraRefusal,
  cameraTextsOf,
} from './camera-fields.ts';
import { useCameraSettings, useDeleteCamera, useSaveCamera } from './use-camera-setup.ts';

interface CameraDialogProps {
  /** Null for a new camera. */
  id: string | null;
  onClose: () => void;
}

/** Adds a camera, or changes one: its stored state is asked for first. */
export function CameraDialog({ id, onClose }: CameraDialogProps) {
  const { data: current, error } = useCameraSettings(id);
  const [shown, setShown] = useState<CameraSettings | null>(null);
  if (id === null) return <CameraForm edited={null} current={null} onClose={onClose} onReload={setShown} />;
  const edited = shown ?? current;
  if (edited) {
    // The form keeps the state that it opened with, to say what somebody else changed.
    if (shown === null) setShown(edited);
    const isGone = error !== null && 'status' in error && error.status === 404;
    return (
      <CameraForm
        key={edited.revision}
        edited={edited}
        current={isGone ? null : (current ?? edited)}
        onClose={onClose}
        onReload={setShown}
      />
    );
  }
  // Mostly it is there at once: a dialog that says so would only flicker.
  if (!error)
    return (
      <Delayed afterMs={400}>
        <Dialog opened onClose={onClose} title="Loading the camera" size={560}>
          <Skeleton height={320} role="status" aria-label="Loading the camera" />
        </Dialog>
      </Delayed>
    );
  return (
    <Dialog opened onClose={onClose} title="Edit Camera" size={560}>
      <Alert color="var(--danger)" variant="outline" title="Unable to load the camera" role="alert">
        {messageOf(error)}
      </Alert>
    </Dialog>
  );
}

interface CameraFormProps {
  edited: CameraSettings | null;
  /** As it is now; null when it was deleted, and for a new one. */
  current: CameraSettings | null;
  onClose: () => void;
  onReload: (camera: CameraSettings) => void;
}

function CameraForm({ edited, current, onClose, onReload }: CameraFormProps) {
  const save = useSaveCamera();
  const remove = useDeleteCamera();
  const form = useEditedForm({
    initial: () => cameraFieldsOf(edited),
    labels: cameraLabels,
    check: cameraProblems,
    send: (fields) => save.mutateAsync({ edited, current, fields }),
    onSent: () => {
      toast('success', edited ? 'Camera saved' : 'Camera added');
      onClose();
    },
    refusalOf: cameraRefusal,
  });
  const removal = removalOf(edited, {
    item: 'Camera',
    text: 'Whoever watches it is disconnected, and its share links end. Its logs stay. This cannot be undone.',
    mutation: remove,
    onRemoved: () => {
      toast('success', 'Camera deleted');
      onClose();
    },
    onRefused: (thrown) => toast('error', 'Error deleting camera', messageOf(thrown)),
  });
  const busy = save.isPending || remove.isPending || save.isSuccess || remove.isSuccess;
  return (
    <FormDialog
      form={form}
      opened
      {...editTexts('Camera', edited === null)}
      size={560}
      lost="Your changes have not been saved and will be lost."
      disabled={edited !== null && current === null && !busy}
      recordId={edited?.id}
      {...{ removal, onClose }}
    >
      {edited && !busy && (
        <ChangedMeanwhile
          what="camera"
          changes={current && changesBetween(edited, current, cameraTextsOf)}
          onReload={() => current && onReload(current)}
        />
      )}
      <CameraFormFields form={form} hasStoredPassword={edited?.hasPassword === true} />
    </FormDialog>
  );
}
