import { Alert } from '@mantine/core';
import page from './page.module.css';

/** The address names a location that is no longer there, or was never the person's: another one is shown. */
export function GoneLocation({ shown, onClose }: { shown: string; onClose: () => void }) {
  return (
    <Alert
      className={page.old}
      color="var(--warning)"
      title="This location does not exist"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      It may have been removed. What follows is about {shown}.
    </Alert>
  );
}
