import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  size?: number | string;
  fullScreen?: boolean;
  /** Off where a click beside the dialog or Escape would discard work. */
  closeOnClickOutside?: boolean;
  closeOnEscape?: boolean;
  /** Above another dialog. */
  above?: boolean;
  children: ReactNode;
}

/** A dialog. Its header is no landmark, because the page already has a banner. */
export function Dialog({ title, above = false, size = 'md', children, ...rest }: DialogProps) {
  return (
    <Modal.Root size={size} zIndex={above ? 300 : 200} centered={above} {...rest}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The last line of a read-only dialog. */
export function CloseFooter({ onClose }: { onClose: () => void }) {
  return (
    <Group justify="flex-end" mt="md">
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Group>
  );
}
