import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import classes from './WarningDialog.module.css';

interface WarningDialogProps {
  opened: boolean;
  title: string;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** The consequence of confirming. */
  children: ReactNode;
}

/**
 * Asks before an action with consequences: Cancel or Confirm (spec 1 section 2.13). It is above other
 * dialogs.
 */
export function WarningDialog({
  opened,
  title,
  busy = false,
  onConfirm,
  onCancel,
  children,
}: WarningDialogProps) {
  return (
    <Dialog opened={opened} onClose={onCancel} title={title} size="md" above>
      <div className={classes.warning}>
        <IconAlertTriangle size={24} aria-hidden="true" />
        <div>{children}</div>
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button loading={busy} onClick={onConfirm}>
          Confirm
        </Button>
      </Group>
    </Dialog>
  );
}
