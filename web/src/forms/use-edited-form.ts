import type { FieldErrors } from '@allclear/domain';
import { useForm } from '@mantine/form';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { withoutLabels } from './field-errors.ts';
import { focusAfterRefusal } from './invalid-fields.ts';

/** Why a form was not saved: sentences by the label of their field, and those without a field. */
export interface Refusal {
  readonly header: string;
  readonly message: string;
  readonly fields: FieldErrors;
}

interface EditedFormOptions<Fields extends object, Answer> {
  /** The initial values; read once. */
  initial: () => Fields;
  /** The labels that the errors of a field are under; its own name, in any case, unless given. */
  labels?: Readonly<Partial<Record<keyof Fields, string | readonly string[]>>>;
  /** Certain errors, found before sending. */
  check?: (fields: Fields) => FieldErrors;
  send: (fields: Fields) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  refusalOf: (thrown: unknown) => Refusal;
  /** Called after a refused call, in addition to the errors at their fields. */
  onRefused?: (refusal: Refusal) => void;
  /** Whether two states are equal, so that nothing would be lost. */
  isSame?: (a: Fields, b: Fields) => boolean;
  /** Whether the browser asks before a tab with unsaved changes is closed or reloaded. */
  guardsTab?: boolean;
}

/** The state of a form during input. */
export interface EditedForm<Fields extends object> {
  readonly fields: Fields;
  /** Whether anything would be lost by closing it. */
  readonly isChanged: boolean;
  readonly isSending: boolean;
  /** The form element; after a refusal its error summary takes the focus, or without one its first invalid field. */
  readonly element: RefObject<HTMLFormElement | null>;
  /** Why it was not sent, until it is sent again or every field with an error was changed. */
  readonly refusal: Refusal | null;
  change(part: Partial<Fields>): void;
  /** Starts again from saved values. */
  rebase(fields: Fields): void;
  /** The current errors, by label. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  sentencesOf(label: string): readonly string[];
  /** The sentences of a label as one text, for the error of an input. */
  errorOf(label: string): string | undefined;
  /** Shows errors; true without any. */
  check(): boolean;
  send(): Promise<void>;
  /** For `onSubmit`: checks, then sends. */
  submit(event: FormEvent): void;
}

function isSameText<Fields>(a: Fields, b: Fields): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The header of a form that its own check refused. */
export const checkHeader = 'Please check the form';

/** Whether every field of a refusal was changed since; one without fields stands until the form is sent again. */
function isMended(refusal: Refusal | null, errors: FieldErrors): boolean {
  if (!refusal || Object.keys(refusal.fields).length === 0) return false;
  return Object.values(errors).every((sentences) => sentences.length === 0);
}

/** The browser asks before a tab with unsaved changes is closed or reloaded. */
function useTabGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [isOn]);
}

/** Why the form was not sent. Each refusal moves the focus. */
function useRefusal(element: RefObject<HTMLFormElement | null>) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    if (refusal && element.current) focusAfterRefusal(element.current);
  }, [refusal, element]);
  return [refusal, setRefusal] as const;
}

/**
 * The common logic of forms: a check before sending, the server's errors at their fields until these are
 * changed, and a guard against losing changes.
 */
export function useEditedForm<Fields extends object, Answer>(
  options: EditedFormOptions<Fields, Answer>,
): EditedForm<Fields> {
  const { isSame = isSameText, guardsTab = false } = options;
  const [initialValues] = useState(options.initial);
  // Errors are stored under labels of the API, not under paths of fields: `change` clears them.
  const form = useForm<Fields>({ mode: 'controlled', initialValues, clearInputErrorOnChange: false });
  const [isSending, setSending] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useRefusal(element);
  const fields = form.values;
  const isChanged = !isSame(fields, form.getInitialValues());

  useTabGuard(isChanged && guardsTab);

  const refuse = (found: Refusal) => {
    form.setErrors(found.fields);
    // Another object, so that the same refusal moves the focus again.
    setRefusal({ ...found });
  };
  const accept = () => {
    form.clearErrors();
    setRefusal(null);
  };
  const errors = form.errors as FieldErrors;
  const sentencesOf = (label: string): readonly string[] => errors[label] ?? [];
  const check = () => {
    const found = options.check?.(fields) ?? {};
    if (Object.keys(found).length > 0) refuse({ header: checkHeader, message: '', fields: found });
    else accept();
    return Object.keys(found).length === 0;
  };
  const send = async () => {
    setSending(true);
    try {
      options.onSent(await options.send(fields));
    } catch (thrown) {
      const found = options.refusalOf(thrown);
      options.onRefused?.(found);
      refuse(found);
    } finally {
      setSending(false);
    }
  };

  return {
    fields,
    isChanged,
    isSending,
    element,
    refusal: isMended(refusal, errors) ? null : refusal,
    errors,
    sentencesOf,
    errorOf: (label) => sentencesOf(label).join(' ') || undefined,
    change(part) {
      const names = Object.keys(part) as (keyof Fields & string)[];
      const changed = names.filter((name) => fields[name] !== part[name]);
      form.setValues(part);
      form.setErrors((before) =>
        withoutLabels(
          before,
          changed.flatMap((name) => options.labels?.[name] ?? name),
        ),
      );
    },
    rebase(saved) {
      form.setInitialValues(saved);
      form.setValues(saved);
      accept();
    },
    check,
    send,
    submit(event) {
      event.preventDefault();
      if (check()) void send();
    },
  };
}
