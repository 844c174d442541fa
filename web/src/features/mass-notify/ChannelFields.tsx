import { Checkbox } from '@mantine/core';
import form from '../../forms/form.module.css';
import classes from './MassNotify.module.css';
import type { MessageFields } from './message-fields.ts';

interface ChannelFieldsProps {
  fields: MessageFields;
  onChange: (part: Partial<MessageFields>) => void;
}

/** By which channels a message goes, to whom in spite of their settings, and whether it is a drill. */
export function ChannelFields({ fields, onChange }: ChannelFieldsProps) {
  const { hasEmail, overridePreferences, isDrill, asksResponse } = fields;
  return (
    <>
      <fieldset className={form.group}>
        <legend>Channels</legend>
        <Checkbox
          className={classes.check ?? ''}
          label="Push/SMS"
          description="Always on."
          checked
          disabled
          readOnly
        />
        <Checkbox
          className={classes.check ?? ''}
          label="Email"
          checked={hasEmail}
          onChange={({ currentTarget }) => onChange({ hasEmail: currentTarget.checked })}
        />
      </fieldset>
      <fieldset className={form.group}>
        <legend>Options</legend>
        <Checkbox
          className={classes.check ?? ''}
          label="Override preferences"
          description="Also reaches people who declined notifications or turned this channel off, who silenced them, or who are outside of their alert times. Never an email address that was unsubscribed, or a number that answered STOP. The audit records it."
          checked={overridePreferences}
          onChange={({ currentTarget }) => onChange({ overridePreferences: currentTarget.checked })}
        />
        <Checkbox
          className={classes.check ?? ''}
          label="This is a drill"
          description="The message says so, and it is marked in every list."
          checked={isDrill}
          onChange={({ currentTarget }) => onChange({ isDrill: currentTarget.checked })}
        />
        <Checkbox
          className={classes.check ?? ''}
          label="Ask for a response"
          description="People respond in the app or by the link in the message: read, inside, or help needed. While somebody has not responded, the message is passed on as the escalation says. An SMS gets longer by the link."
          checked={asksResponse}
          onChange={({ currentTarget }) => onChange({ asksResponse: currentTarget.checked })}
        />
      </fieldset>
    </>
  );
}
