import type { Policy } from '@allclear/contract';
import { Alert, Button } from '@mantine/core';

interface ConcurrentChangeProps {
  edited: Policy;
  current: Policy | null;
  onReload: (policy: Policy) => void;
}

/** Shown when somebody else changed or deleted the policy while its form is open. */
export function ConcurrentChange({ edited, current, onReload }: ConcurrentChangeProps) {
  if (current === null) {
    return (
      <Alert color="var(--danger)" variant="outline" title="This policy was deleted meanwhile" role="alert">
        Somebody else deleted it. It no longer warns anybody, and changes cannot be saved.
      </Alert>
    );
  }
  if (JSON.stringify(current) === JSON.stringify(edited)) return null;
  return (
    <Alert color="var(--warning)" variant="outline" title="This policy was changed meanwhile" role="alert">
      <p style={{ margin: '0 0 8px' }}>
        Saving keeps what somebody else changed, except where you changed the same field.
      </p>
      <Button variant="default" onClick={() => onReload(current)}>
        Show it as it is now
      </Button>
    </Alert>
  );
}
