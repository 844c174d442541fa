import { Alert, Button } from '@mantine/core';

interface ChangedRecordProps<Record> {
  /** 'shelter' */
  what: string;
  /** What the form was filled from; null for something new. */
  base: Record | null;
  /** As it is now; null: it was deleted. */
  current: Record | null;
  onReload: (current: Record) => void;
}

/** Says in a form that somebody else changed or removed what it edits: saving is then refused. */
export function ChangedRecord<Record extends { readonly revision: number }>({
  what,
  base,
  current,
  onReload,
}: ChangedRecordProps<Record>) {
  if (base === null || current?.revision === base.revision) return null;
  if (current === null)
    return (
      <Alert
        color="var(--danger)"
        variant="outline"
        title={`This ${what} was removed meanwhile`}
        role="alert"
      >
        Somebody else removed it, and changes cannot be saved.
      </Alert>
    );
  return (
    <Alert color="var(--warning)" variant="outline" title={`This ${what} was changed meanwhile`} role="alert">
      <Button variant="default" onClick={() => onReload(current)}>
        Show it as it is now
      </Button>
    </Alert>
  );
}
