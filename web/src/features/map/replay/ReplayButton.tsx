import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';

/** Starts a replay. */
export function ReplayButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      mt={10}
      fullWidth
      size="md"
      variant="light"
      leftSection={<IconHistory size={18} aria-hidden="true" />}
      onClick={onClick}
    >
      Replay the last 30 minutes
    </Button>
  );
}
