import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import classes from './FormFooter.module.css';

interface FormFooterProps {
  /** The label of the submit button. */
  submit: string;
  sending: boolean;
  /** Whether it cannot be submitted now. */
  disabled?: boolean;
  onCancel: () => void;
  /** The kind of item that can be deleted ('Policy'), and how; left out where nothing can. */
  remove?: { readonly item: string; readonly onRemove: () => void } | false | null;
}

/** The buttons of a form in a dialog: they stay in view while it scrolls. */
export function FormFooter({ submit, sending, disabled = false, onCancel, remove }: FormFooterProps) {
  return (
    <footer className={classes.footer}>
      {remove && (
        <Button
          className={classes.delete ?? ''}
          variant="subtle"
          color="var(--danger)"
          leftSection={<IconTrash size={18} />}
          onClick={remove.onRemove}
        >
          Delete {remove.item}
        </Button>
      )}
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={sending} disabled={disabled}>
        {submit}
      </Button>
    </footer>
  );
}
