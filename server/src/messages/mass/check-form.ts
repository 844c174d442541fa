import { checkMassMessage, type MassMessageContent } from '@allclear/domain';
import { invalid } from '../../platform/http/errors.ts';

/** What was written in the form. */
export interface MassForm extends MassMessageContent {
  /** Ids of people. */
  readonly recipients: readonly string[];
}

/** The content of a form, and its recipients each once. Throws sentences by field label. */
export function checkForm(
  form: MassForm,
  { needsRecipients }: { readonly needsRecipients: boolean },
): { content: MassMessageContent; recipientIds: readonly string[] } {
  const checked = checkMassMessage(form);
  const recipientIds = [...new Set(form.recipients.map((id) => id.toLowerCase()))];
  const errors = {
    ...(checked.kind === 'wrong' ? checked.errors : {}),
    ...(needsRecipients && recipientIds.length === 0
      ? { Recipients: ['Choose at least one recipient'] }
      : {}),
  };
  if (checked.kind === 'wrong' || Object.keys(errors).length > 0)
    throw invalid(Object.fromEntries(Object.entries(errors).map(([label, texts]) => [label, [...texts]])));
  return { content: checked.content, recipientIds };
}

/**
 * Some of the recipients are nobody whom the caller may write to. It is not said who: a person of another
 * organization, one who is not active and an id of nobody are answered alike.
 */
export function foreignRecipients(count: number): Error {
  const text =
    count === 1
      ? '1 of the recipients is not an active person whom you can send messages to'
      : `${count} of the recipients are not active people whom you can send messages to`;
  return invalid({ Recipients: [text] });
}
