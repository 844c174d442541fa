import type { PolicyTypeEntry } from '@allclear/contract';
import { exampleNoticeText, policyMessageMaxLength } from '@allclear/domain';
import { Textarea } from '@mantine/core';
import { useId } from 'react';
import form from '../../forms/form.module.css';
import classes from './PolicyForm.module.css';
import type { FieldsProps } from './PolicyForm.tsx';
import { type NoticeFields, type PolicyFields, withNotifyUsers } from './policy-fields.ts';
import { SwitchField } from './SwitchField.tsx';

/**
 * The actions of an exceeded policy: notify people, notify them again at the all clear, and always show it on
 * the dashboard.
 */
export function NoticesFields({ fields, type, errorOf, onChange }: FieldsProps) {
  const { notifyUsers, notifyOnAllClear } = fields;
  const error = errorOf('NotificationActions');
  const errorId = useId();
  return (
    <fieldset className={form.group} {...(!notifyUsers.on && error ? describedBy(errorId) : {})}>
      <legend>Actions</legend>
      <SwitchField label="Show on Dashboard" description="Always on." checked locked />
      <SwitchField
        label="Notify Users"
        description={
          notifyUsers.on ? undefined : 'Off: nobody is notified; the warning shows only on the dashboard.'
        }
        checked={notifyUsers.on}
        onChange={(on) => onChange(withNotifyUsers(fields, on))}
      />
      {notifyUsers.on && (
        <AdditionalText
          label="Additional text for Notify Users"
          notice={notifyUsers}
          example={exampleOf(fields, type, false)}
          error={error}
          onChange={(notice) => onChange({ notifyUsers: notice })}
        />
      )}
      <SwitchField
        label="Ask for a response"
        description={
          notifyUsers.on
            ? 'Each person who is notified is asked once in a warning: read, inside or help. The all clear asks nothing.'
            : "Needs 'Notify Users' first."
        }
        error={errorOf('AsksResponse')}
        checked={fields.asksResponse}
        disabled={!notifyUsers.on}
        onChange={(on) => onChange({ asksResponse: on })}
      />
      <SwitchField
        label="Notify On All Clear"
        description={notifyUsers.on ? undefined : "Needs 'Notify Users' first."}
        checked={notifyOnAllClear.on}
        disabled={!notifyUsers.on}
        onChange={(on) => onChange({ notifyOnAllClear: { ...notifyOnAllClear, on } })}
      />
      {notifyOnAllClear.on && (
        <AdditionalText
          label="Additional text for Notify On All Clear"
          notice={notifyOnAllClear}
          example={exampleOf(fields, type, true)}
          error={error}
          onChange={(notice) => onChange({ notifyOnAllClear: notice })}
        />
      )}
      {!notifyUsers.on && error && (
        <p id={errorId} className={form.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A group of fields with an error. */
const describedBy = (id: string) => ({ 'data-invalid': true, 'aria-describedby': id });

interface AdditionalTextProps {
  label: string;
  notice: NoticeFields;
  /** The notice as people would receive it. */
  example: string;
  error: string | undefined;
  onChange: (notice: NoticeFields) => void;
}

function AdditionalText({ label, notice, example, error, onChange }: AdditionalTextProps) {
  const left = policyMessageMaxLength - notice.message.length;
  return (
    <>
      <Textarea
        className={classes.text}
        size="md"
        label={label}
        placeholder="What to do, whom to call"
        description={left < 100 ? `${left} characters left` : undefined}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={policyMessageMaxLength}
        value={notice.message}
        error={error}
        onChange={(event) => onChange({ ...notice, message: oneLine(event.currentTarget.value) })}
      />
      <p className={`${form.hint} ${classes.text}`}>Example: {example}</p>
    </>
  );
}

/** The text of a notice by what is entered so far. */
function exampleOf(fields: PolicyFields, type: PolicyTypeEntry, allClear: boolean): string {
  const { shortName, unit, precision, isDesc, displayName } = type;
  const { threshold, allClearMinutes, notifyUsers, notifyOnAllClear } = fields;
  return exampleNoticeText({
    typeShortName: shortName,
    unit,
    precision,
    isDesc,
    allClear,
    policyName: fields.name.trim() || displayName,
    threshold: threshold === '' ? null : threshold,
    allClearMinutes: allClearMinutes === '' ? null : allClearMinutes,
    event: fields.events[0] ?? null,
    additionalText: (allClear ? notifyOnAllClear : notifyUsers).message,
  });
}

/** Notices are single lines: a typed or pasted line break or tab becomes a space. */
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\t]+\s*/g, ' ');
}
