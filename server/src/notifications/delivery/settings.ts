import { informacastUrl } from '@allclear/adapters';
import type { BaseSettings } from '../../platform/settings/base-settings.ts';
import {
  address,
  checkedText,
  defineSettings,
  flag,
  isHttpAddress,
  text,
} from '../../platform/settings/settings.ts';

/** The providers by which this installation reaches people. */
export interface DeliverySettings {
  /** The organization's mail server; null has none. */
  readonly smtp: BaseSettings['smtp'];
  /** `takesResponses`: SMS that people send are passed on to this installation. */
  readonly sms:
    | {
        readonly kind: 'twilio';
        readonly accountSid: string;
        readonly authToken: string;
        readonly from: string;
        readonly apiUrl: string;
        readonly takesResponses?: true;
      }
    | {
        readonly kind: 'gateway';
        readonly url: string;
        readonly secret: string | null;
        readonly takesResponses?: true;
      }
    | null;
  /** The contact of this installation for push services: a `mailto:` or `https:` URL. */
  readonly vapidSubject: string;
  /** Where InformaCast is, without `/api`. */
  readonly informacastUrl: string;
}

const variables = {
  TWILIO_ACCOUNT_SID: text({
    fallback: '–',
    meaning: 'SMS through Twilio, with `TWILIO_AUTH_TOKEN` and `TWILIO_FROM`',
  }),
  TWILIO_AUTH_TOKEN: text({ fallback: '–', meaning: 'the token of the Twilio account' }),
  TWILIO_FROM: checkedText(
    {
      fallback: '–',
      meaning: 'the sender: a number (`+18135550100`) or the SID of a messaging service (`MG…`)',
    },
    (value) => /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/i.test(value),
    (value) =>
      `TWILIO_FROM must be a number like +18135550100 or the SID of a messaging service, not '${value}'.`,
  ),
  TWILIO_API_URL: address(
    'TWILIO_API_URL',
    { fallback: '`https://api.twilio.com`', meaning: 'for tests' },
    'https://api.twilio.com',
  ),
  ALLCLEAR_SMS_GATEWAY_URL: checkedText(
    {
      fallback: '–',
      meaning:
        'SMS through any gateway instead: POST of JSON `{ id, to, text, statusUrl? }` with the header `Idempotency-Key`',
    },
    isHttpAddress,
    () => 'ALLCLEAR_SMS_GATEWAY_URL must be an http or https address.',
  ),
  ALLCLEAR_SMS_GATEWAY_SECRET: text({
    fallback: '–',
    meaning:
      "signs those requests, and the gateway's reports, as webhooks are signed; without it reports are not taken",
  }),
  ALLCLEAR_SMS_RESPONSES: flag('ALLCLEAR_SMS_RESPONSES', {
    fallback: 'false',
    meaning:
      'SMS that ask for a response have a code to [respond by SMS](responses.md#by-sms), and SMS that the provider passes on are taken. Only where the provider passes them on: what people answer is lost otherwise',
  }),
  ALLCLEAR_VAPID_SUBJECT: checkedText(
    {
      fallback: '`ALLCLEAR_CONTACT` if it is an email address, else `ALLCLEAR_URL` if it is https',
      meaning: "whom a push service may write to: `mailto:…` or `https://…`. Apple's refuses localhost",
    },
    (value) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^/\s]\S*)$/.test(value),
    (value) => `ALLCLEAR_VAPID_SUBJECT must be a mailto: or https: address, not '${value}'.`,
  ),
  ALLCLEAR_INFORMACAST_URL: address(
    'ALLCLEAR_INFORMACAST_URL',
    {
      fallback: `\`${informacastUrl}\``,
      meaning:
        'where InformaCast is for [scenario triggers](integrations.md#informacast), without `/api`; for tests, that of a simulator',
    },
    informacastUrl,
  ),
};

/** What is secret is never repeated in a problem. */
export const deliverySettings = defineSettings(variables, (values, { base, problem }): DeliverySettings => {
  return {
    smtp: base.smtp,
    sms: smsOf(values, problem),
    vapidSubject: values.ALLCLEAR_VAPID_SUBJECT || defaultVapidSubject(base),
    informacastUrl: values.ALLCLEAR_INFORMACAST_URL,
  };
});

function smsOf(
  values: {
    readonly TWILIO_ACCOUNT_SID: string;
    readonly TWILIO_AUTH_TOKEN: string;
    readonly TWILIO_FROM: string;
    readonly TWILIO_API_URL: string;
    readonly ALLCLEAR_SMS_GATEWAY_URL: string;
    readonly ALLCLEAR_SMS_GATEWAY_SECRET: string;
    readonly ALLCLEAR_SMS_RESPONSES: boolean;
  },
  problem: (sentence: string) => void,
): DeliverySettings['sms'] {
  const twilio = {
    accountSid: values.TWILIO_ACCOUNT_SID,
    authToken: values.TWILIO_AUTH_TOKEN,
    from: values.TWILIO_FROM,
    apiUrl: values.TWILIO_API_URL,
  };
  const given = [twilio.accountSid, twilio.authToken, twilio.from].filter((value) => value !== '').length;
  if (given !== 0 && given !== 3) {
    problem('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM go together: set all three or none.');
  }
  const { ALLCLEAR_SMS_GATEWAY_URL: url, ALLCLEAR_SMS_GATEWAY_SECRET: secret } = values;
  if (url !== '' && given > 0) {
    problem('SMS goes through Twilio or through ALLCLEAR_SMS_GATEWAY_URL: set one of them.');
  }
  if (secret !== '' && url === '') {
    problem('ALLCLEAR_SMS_GATEWAY_SECRET is of no use without ALLCLEAR_SMS_GATEWAY_URL.');
  }
  const takes = values.ALLCLEAR_SMS_RESPONSES;
  if (takes && given !== 3 && (url === '' || secret === '')) {
    problem(
      'ALLCLEAR_SMS_RESPONSES needs Twilio, or a gateway with ALLCLEAR_SMS_GATEWAY_SECRET: who sent an SMS is not known otherwise.',
    );
  }
  const responses = takes ? ({ takesResponses: true } as const) : {};
  if (given === 3) return { kind: 'twilio', ...twilio, ...responses };
  return url === '' ? null : { kind: 'gateway', url, secret: secret === '' ? null : secret, ...responses };
}

/** Push services take https and mailto addresses only. */
function defaultVapidSubject({ url, contact }: { readonly url: string; readonly contact: string }): string {
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) return `mailto:${contact}`;
  if (url.startsWith('https:')) return url;
  return `mailto:allclear@${URL.canParse(url) ? new URL(url).hostname : 'localhost'}`;
}
