import type { ReactNode } from 'react';
import { WarningDialog } from './WarningDialog.tsx';

interface DiscardDialogProps {
  title: string;
  onKeep: () => void;
  onDiscard: () => void;
  /** What is lost. */
  children: ReactNode;
}

/** Asks before unsaved changes are lost. It is rendered only while it is open. */
export function DiscardDialog({ title, onKeep, onDiscard, children }: DiscardDialogProps) {
  return (
    <WarningDialog
      opened
      title={title}
      confirm="Discard"
      cancel="Keep Editing"
      onConfirm={onDiscard}
      onCancel={onKeep}
    >
      {children}
    </WarningDialog>
  );
}
