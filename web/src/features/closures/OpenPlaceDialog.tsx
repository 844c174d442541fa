import type { Closure } from '@allclear/contract';
import { messageOf } from '../../api/failure.ts';
import { toast } from '../../ui/toast.ts';
import { WarningDialog } from '../../ui/WarningDialog.tsx';
import { useOpenPlace } from './use-closures.ts';

interface OpenPlaceDialogProps {
  closure: Closure;
  placeName: string;
  onClose: () => void;
}

/** Asks before a closure is ended. One that somebody else changed meanwhile is not ended: its reason may be another. */
export function OpenPlaceDialog({ closure, placeName, onClose }: OpenPlaceDialogProps) {
  const open = useOpenPlace();
  const confirm = async () => {
    try {
      await open.mutateAsync({ id: closure.id, revision: closure.revision });
      toast('success', `${placeName} is not kept closed any more`);
    } catch (thrown) {
      toast('error', 'The closure was not ended', messageOf(thrown));
    }
    onClose();
  };
  return (
    <WarningDialog
      opened
      title={`Open ${placeName} again?`}
      confirm="Open again"
      busy={open.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>It was closed: {closure.reason}. What else holds the place goes on.</p>
    </WarningDialog>
  );
}
