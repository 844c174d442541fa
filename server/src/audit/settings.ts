import { hasMail } from '../platform/settings/base-settings.ts';
import { checkedText, defineSettings } from '../platform/settings/settings.ts';

export interface AuditSettings {
  /** Where signed heads are mailed to; null: nowhere. */
  readonly mail: string | null;
}

const variables = {
  ALLCLEAR_AUDIT_MAIL: checkedText(
    {
      fallback: '–',
      meaning:
        'an address outside of the installation, to which the signed heads of the audit are mailed each day (docs/audit.md)',
    },
    (value) => /^[^\s@<>,]+@[^\s@<>,]+$/.test(value),
    (value) => `ALLCLEAR_AUDIT_MAIL must be an email address, not '${value}'.`,
  ),
};

export const auditSettings = defineSettings(variables, (values, { base, problem }): AuditSettings => {
  const mail = values.ALLCLEAR_AUDIT_MAIL || null;
  if (mail !== null && !hasMail(base)) problem('ALLCLEAR_AUDIT_MAIL needs a mail server: set SMTP_URL.');
  return { mail };
});
