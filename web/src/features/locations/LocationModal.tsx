import type { Location, Organization } from '@allclear/contract';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { LocationForm } from './LocationForm.tsx';
import { useDeleteLocation } from './use-locations.ts';

export interface LocationModalProps {
  opened: boolean;
  edited: Location | null;
  locations: readonly Location[];
  entitlements: Organization['entitlements'];
  onClose: () => void;
  onSaved: (id: string) => void;
  onDeleted: (id: string) => void;
}

/**
 * Add Location, Edit Location and the question before one is deleted. The form begins anew each time it
 * opens.
 */
export default function LocationModal({
  opened,
  edited,
  locations,
  entitlements,
  onClose,
  onSaved,
  onDeleted,
}: LocationModalProps) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteLocation();
  const small = useMediaQuery('(max-width: 48em)');

  const confirm = async () => {
    if (!edited) return;
    try {
      const { message } = await remove.mutateAsync(edited.id);
      setAsking(false);
      toast('success', message);
      onDeleted(edited.id);
    } catch (thrown) {
      setAsking(false);
      toast('error', messageOf(thrown));
    }
  };

  return (
    <>
      <Dialog
        opened={opened}
        onClose={onClose}
        title={edited ? 'Edit Location' : 'Add Location'}
        size={640}
        fullScreen={small ?? false}
        closeOnClickOutside={false}
        closeOnEscape={!asking}
      >
        <LocationForm
          edited={edited}
          locations={locations}
          entitlements={entitlements}
          onSaved={onSaved}
          onCancel={onClose}
          onDelete={() => setAsking(true)}
        />
      </Dialog>
      {edited && (
        <ConfirmDialog
          opened={asking}
          item={edited.label}
          text={`Are you sure you want to remove ${edited.label}? This action cannot be undone.`}
          busy={remove.isPending}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
