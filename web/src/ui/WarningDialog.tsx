import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import classes from './WarningDialog.module.css';

interface WarningDialogProps {
  opened: boolean;
  title: string;
  busy?: boolean;
  /** The labels of the two buttons. */
  confirm?: string;
  cancel?: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** The consequence of confirming. */
  children: ReactNode;
}

/**
 * Asks before an action with consequences: Cancel or Confirm (spec 1 section 2.13), or other labels. It is above other
 * dialogs.
 */
export function WarningDialog({
  opened,
  title,
  busy = false,
  confirm = 'Confirm',
  cancel = 'Cancel',
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
          {cancel}
        </Button>
        <Button loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Dialog>
  );
}
