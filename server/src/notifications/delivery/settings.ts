/** The providers through which this installation notifies people. */
export interface DeliverySettings {
  /** The mail server; null without one. */
  readonly smtp: { readonly url: string; readonly from: string } | null;
  readonly sms:
    | {
        readonly kind: 'twilio';
        readonly accountSid: string;
        readonly authToken: string;
        readonly from: string;
        readonly apiUrl: string;
      }
    | { readonly kind: 'gateway'; readonly url: string; readonly secret: string | null }
    | null;
  /** Whether webhooks and push services may be inside the private network. */
  readonly allowPrivateAddresses: boolean;
  /** Where a push service may report a problem with this installation: a `mailto:` or `https:` address. */
  readonly vapidSubject: string;
}

/**
 * Reads the settings of delivery in docs/operations.md and adds what is wrong to `problems`. Secrets are never
 * repeated there.
 */
export function readDeliverySettings(
  setting: (name: string, fallback: string) => string,
  urlOf: (name: string, fallback: string) => string,
  { url, contact }: { url: string; contact: string },
  problems: string[],
): DeliverySettings {
  const smtpUrl = setting('SMTP_URL', '');
  const from = setting('ALLCLEAR_MAIL_FROM', '');
  if (smtpUrl !== '' && !(/^smtps?:\/\/[^/]/.test(smtpUrl) && URL.canParse(smtpUrl))) {
    problems.push('SMTP_URL must be like smtp://user:password@mail.example.org:587 or smtps://…');
  }
  if ((smtpUrl === '') !== (from === ''))
    problems.push('SMTP_URL and ALLCLEAR_MAIL_FROM go together: set both or neither.');
  if (from !== '' && !/^[^\p{Cc}<>]*<?[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+>?$/u.test(from)) {
    problems.push(`ALLCLEAR_MAIL_FROM must be like 'Allclear <alerts@example.org>', not '${from}'.`);
  }

  const twilio = {
    accountSid: setting('TWILIO_ACCOUNT_SID', ''),
    authToken: setting('TWILIO_AUTH_TOKEN', ''),
    from: setting('TWILIO_FROM', ''),
    apiUrl: urlOf('TWILIO_API_URL', 'https://api.twilio.com'),
  };
  const given = [twilio.accountSid, twilio.authToken, twilio.from].filter((text) => text !== '').length;
  if (given !== 0 && given !== 3)
    problems.push(
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM go together: set all three or none.',
    );
  if (twilio.from !== '' && !/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/i.test(twilio.from)) {
    problems.push(
      `TWILIO_FROM must be a number like +18135550100 or the SID of a messaging service, not '${twilio.from}'.`,
    );
  }
  const gatewayUrl = setting('ALLCLEAR_SMS_GATEWAY_URL', '');
  if (gatewayUrl !== '' && !/^https?:\/\/[^/]/.test(gatewayUrl))
    problems.push('ALLCLEAR_SMS_GATEWAY_URL must be an http or https address.');
  if (gatewayUrl !== '' && given > 0)
    problems.push('SMS goes through Twilio or through ALLCLEAR_SMS_GATEWAY_URL: set one of them.');
  const secret = setting('ALLCLEAR_SMS_GATEWAY_SECRET', '');
  if (secret !== '' && gatewayUrl === '')
    problems.push('ALLCLEAR_SMS_GATEWAY_SECRET is of no use without ALLCLEAR_SMS_GATEWAY_URL.');

  const allow = setting('ALLCLEAR_ALLOW_PRIVATE_ADDRESSES', 'false');
  if (allow !== 'true' && allow !== 'false')
    problems.push(`ALLCLEAR_ALLOW_PRIVATE_ADDRESSES must be true or false, not '${allow}'.`);

  // Push services take https and mailto addresses only.
  const host = URL.canParse(url) ? new URL(url).hostname : 'localhost';
  const defaults = /^[^\s@]+@[^\s@]+$/.test(contact)
    ? `mailto:${contact}`
    : url.startsWith('https:')
      ? url
      : `mailto:allclear@${host}`;
  const vapidSubject = setting('ALLCLEAR_VAPID_SUBJECT', defaults);
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^/\s]\S*)$/.test(vapidSubject)) {
    problems.push(`ALLCLEAR_VAPID_SUBJECT must be a mailto: or https: address, not '${vapidSubject}'.`);
  }
  return {
    smtp: smtpUrl === '' ? null : { url: smtpUrl, from },
    sms:
      given === 3
        ? { kind: 'twilio', ...twilio }
        : gatewayUrl === ''
          ? null
          : { kind: 'gateway', url: gatewayUrl, secret: secret === '' ? null : secret },
    allowPrivateAddresses: allow === 'true',
    vapidSubject,
  };
}
