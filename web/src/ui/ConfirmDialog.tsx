import { Button, Group, Text } from '@mantine/core';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  /** The item to remove, by the name that the user sees. */
  item: string;
  text: string;
  /** What is done to it; 'Remove' unless given. */
  verb?: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that cannot be undone is done: 'Remove {item}'. */
export function ConfirmDialog({
  opened,
  item,
  text,
  verb = 'Remove',
  busy,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={onCancel} title={`${verb} ${item}`} size="sm" above>
      <Text>{text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button color="var(--danger)" c="var(--on-danger)" loading={busy} onClick={onConfirm}>
          {verb}
        </Button>
      </Group>
    </Dialog>
  );
}
