import { checkConsultation, type FieldErrors, type PreferredContact } from '@allclear/domain';

/** What the form of a question has; texts as they were typed. */
export interface QuestionFields {
  readonly message: string;
  readonly preferredContact: PreferredContact;
  readonly email: string;
  readonly phone: string;
  readonly ccdEmails: readonly string[];
}

/** Only what the chosen way to answer needs is sent. */
export function questionBody({ message, preferredContact, email, phone, ccdEmails }: QuestionFields) {
  return preferredContact === 'email'
    ? { message, preferredContact, email: email.trim(), ccdEmails: [...ccdEmails] }
    : { message, preferredContact, phone: phone.trim() };
}

export function checkQuestion(fields: QuestionFields): FieldErrors {
  const { message, preferredContact, email, phone, ccdEmails } = fields;
  const isByMail = preferredContact === 'email';
  const given = (text: string) => (text.trim() === '' ? null : text.trim());
  return checkConsultation({
    ...{ message, preferredContact, ccdEmails: isByMail ? ccdEmails : [] },
    email: isByMail ? given(email) : null,
    phone: isByMail ? null : given(phone),
  });
}
