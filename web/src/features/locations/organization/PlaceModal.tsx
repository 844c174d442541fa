import type { OrganizationLocation } from '@allclear/contract';
import { Alert } from '@mantine/core';
import { IconMapPinQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ChangedMeanwhile, changesBetween } from '../../../forms/ChangedMeanwhile.tsx';
import { editTexts, FormDialog } from '../../../forms/FormDialog.tsx';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import { PlaceFormFields } from './PlaceFormFields.tsx';
import {
  draftOf,
  fieldsOf,
  type PlaceDraftFields,
  placeTexts,
  problemsOf,
  refusalOf,
} from './place-fields.ts';
import { useSavePlace } from './use-organization-places.ts';

interface PlaceModalProps {
  opened: boolean;
  /** The location as it was when the form opened, or null for a new one. */
  edited: OrganizationLocation | null;
  /** The same location in the current list; null when it was deleted. */
  current: OrganizationLocation | null;
  onClose: () => void;
  /** The form is reset to the current location. */
  onReload: (place: OrganizationLocation) => void;
  /** What moving it does. */
  movedNote?: ReactNode;
}

/** Add Location, Edit Location: a place of the organization. */
export default function PlaceModal({
  opened,
  edited,
  current,
  onClose,
  onReload,
  movedNote,
}: PlaceModalProps) {
  const save = useSavePlace();
  const form = useEditedForm({
    initial: () => draftOf(edited),
    check: problemsOf,
    send: (draft) =>
      save.mutateAsync({ edited, revision: (current ?? edited)?.revision, fields: fieldsOf(draft) }),
    onSent: ({ message }) => {
      toast('success', message);
      onClose();
    },
    refusalOf: (thrown) => refusalOf(thrown, edited === null),
    guardsTab: true,
  });
  const busy = save.isPending || save.isSuccess;
  return (
    <FormDialog
      form={form}
      opened={opened}
      {...editTexts('Location', edited === null)}
      size={640}
      disabled={edited !== null && current === null && !busy}
      lost="Your changes have not been saved and will be lost."
      recordId={edited?.id}
      onClose={onClose}
    >
      {edited && !busy && (
        <ChangedMeanwhile
          what="location"
          changes={current && changesBetween(edited, current, placeTexts)}
          onReload={() => current && onReload(current)}
        />
      )}
      {edited?.positionUnchecked && (
        <Alert color="var(--warning)" variant="outline" icon={<IconMapPinQuestion />} role="status">
          The position was found by the address. Look at the map; saving says that it is right.
        </Alert>
      )}
      <PlaceFormFields form={form} />
      {edited && isMoved(edited, form.fields) && movedNote}
    </FormDialog>
  );
}

function isMoved(edited: OrganizationLocation, { latitude, longitude }: PlaceDraftFields): boolean {
  return edited.latitude !== latitude || edited.longitude !== longitude;
}
