import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DiscardDialog } from '../ui/DiscardDialog.tsx';
import { FormFooter } from '../ui/FormFooter.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import classes from './form.module.css';
import { HistoryLink } from './HistoryLink.tsx';
import type { Removal } from './removal.ts';
import type { EditedForm } from './use-edited-form.ts';

interface FormDialogProps<Fields extends object> {
  form: EditedForm<Fields>;
  opened: boolean;
  title: string;
  size: number;
  className?: string | undefined;
  /** The label of the submit button. */
  submit: string;
  /** Whether it cannot be submitted now. */
  disabled?: boolean;
  /** The text of the question before a changed form is closed; null closes it without one. */
  lost: string | null;
  /** The title of that question. */
  discardTitle?: string;
  /** The id of the edited record: its history is linked. */
  recordId?: string | undefined;
  /** A question of the form itself is open and handles Escape. */
  isAsking?: boolean;
  /** How the edited item is deleted; null where it cannot be. */
  removal?: Removal | null;
  /** Instead of checking and sending at once. */
  onSubmit?: (event: FormEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Title and submit label of the form that adds or edits an item ('Policy'). */
export function editTexts(item: string, isNew: boolean): { title: string; submit: string } {
  return isNew ? { title: `Add ${item}`, submit: 'Save' } : { title: `Edit ${item}`, submit: 'Save Changes' };
}

/**
 * A form in a dialog, with the questions before something is removed or discarded. Each question is rendered
 * only while it is open: a closed one would handle the same Escape that opens it.
 */
export function FormDialog<Fields extends object>({
  form,
  opened,
  title,
  size,
  className = '',
  submit,
  disabled,
  lost,
  discardTitle = 'Close without saving?',
  recordId,
  isAsking = false,
  removal = null,
  onSubmit,
  onClose,
  children,
}: FormDialogProps<Fields>) {
  const [question, setQuestion] = useState<'remove' | 'discard' | null>(null);
  const small = useMediaQuery('(max-width: 48em)');
  const close = () => (form.isChanged && lost !== null ? setQuestion('discard') : onClose());
  const cancel = () => setQuestion(null);
  return (
    <>
      <Dialog
        opened={opened}
        onClose={close}
        title={title}
        size={size}
        fullScreen={small ?? false}
        closeOnClickOutside={false}
        closeOnEscape={question === null && !isAsking}
      >
        <form
          ref={form.element}
          className={`${classes.form} ${className}`}
          onSubmit={onSubmit ?? form.submit}
          noValidate
        >
          <ErrorSummary form={form} />
          {children}
          {recordId !== undefined && <HistoryLink recordId={recordId} />}
          <FormFooter
            submit={submit}
            sending={form.isSending}
            disabled={disabled ?? false}
            onCancel={close}
            remove={removal && { item: removal.item, onRemove: () => setQuestion('remove') }}
          />
        </form>
      </Dialog>
      {removal && question === 'remove' && (
        <ConfirmDialog
          opened
          item={removal.name}
          text={
            removal.text ?? `Are you sure you want to remove ${removal.name}? This action cannot be undone.`
          }
          busy={removal.busy}
          onConfirm={() => void removal.onRemove().finally(cancel)}
          onCancel={cancel}
        />
      )}
      {question === 'discard' && (
        <DiscardDialog title={discardTitle} onDiscard={onClose} onKeep={cancel}>
          <p>{lost}</p>
        </DiscardDialog>
      )}
    </>
  );
}
