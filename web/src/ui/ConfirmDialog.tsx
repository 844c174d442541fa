import { Button, Group, Modal, Text } from '@mantine/core';

interface ConfirmDialogProps {
  opened: boolean;
  /** What is to be removed, as the user knows it. */
  item: string;
  text: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something is removed: 'Remove {item}'. */
export function ConfirmDialog({ opened, item, text, busy, onConfirm, onCancel }: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={onCancel} title={`Remove ${item}`} centered size="sm" zIndex={300} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Text>{text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button color="var(--danger)" c="var(--on-danger)" loading={busy} onClick={onConfirm}>
          Remove
        </Button>
      </Group>
    </Modal>
  );
}
