import type { ReactNode } from 'react';
import { ErrorSummary } from './ErrorSummary.tsx';
import classes from './form.module.css';
import type { EditedForm } from './use-edited-form.ts';

/** A form that stands on a page, not in a dialog: what is wrong with it is summed up at its top. */
export function PageForm<Fields extends object>({
  form,
  label,
  children,
}: {
  form: EditedForm<Fields>;
  /** What the form is for, for those who do not see it. */
  label: string;
  children: ReactNode;
}) {
  return (
    <form ref={form.element} aria-label={label} className={classes.form} onSubmit={form.submit} noValidate>
      <ErrorSummary form={form} />
      {children}
    </form>
  );
}
