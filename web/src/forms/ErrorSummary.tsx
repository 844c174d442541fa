import { type MouseEvent, useId, useLayoutEffect, useState } from 'react';
import classes from './ErrorSummary.module.css';
import { fieldsByLabel, summaryAttribute } from './invalid-fields.ts';
import type { EditedForm } from './use-edited-form.ts';

/**
 * Why a form was not saved, at its top: each error leads to its field. It takes the focus after a refusal and is
 * announced by that alone, so it is no alert.
 */
export function ErrorSummary<Fields extends object>({ form }: { form: EditedForm<Fields> }) {
  const { refusal, errors, element } = form;
  const id = useId();
  const [fields, setFields] = useState<ReadonlyMap<string, HTMLElement>>(new Map());
  useLayoutEffect(() => {
    if (refusal && element.current) setFields(fieldsByLabel(element.current, errors));
  }, [refusal, errors, element]);
  if (!refusal) return null;
  const listed = Object.entries(errors).flatMap(([label, sentences]) =>
    sentences.map((sentence) => ({ label, sentence })),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no group of fields
    <div
      className={classes.summary}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-header`}
      aria-describedby={`${id}-text`}
      {...{ [summaryAttribute]: true }}
    >
      <h2 id={`${id}-header`}>{refusal.header}</h2>
      <div id={`${id}-text`}>
        {refusal.message && <p>{refusal.message}</p>}
        {listed.length > 0 && (
          <ul>
            {listed.map(({ label, sentence }) => (
              <li key={`${label}: ${sentence}`}>
                <ErrorLine text={sentence} field={fields.get(label)} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function ErrorLine({ text, field }: { text: string; field: HTMLElement | undefined }) {
  if (!field) return text;
  const focus = (event: MouseEvent) => {
    event.preventDefault();
    field.focus();
  };
  return (
    <a href={`#${field.id}`} onClick={focus}>
      {text}
    </a>
  );
}
