import { type HttpClient, smtpFailure } from '@allclear/adapters';
import type { BaseSettings } from '../../platform/settings/base-settings.ts';
import { hasMail } from '../../platform/settings/base-settings.ts';
import { type Finding, note, right, wrong } from './finding.ts';

/** Services of live weather that say what time it is. */
export const liveServices = [
  'https://api.weather.gov/',
  'https://noaa-goes19.s3.amazonaws.com/?list-type=2&max-keys=1',
] as const;
const clockLimitMs = 10_000;

export async function checkMail(settings: Pick<BaseSettings, 'smtp' | 'seed'>): Promise<Finding> {
  const { smtp } = settings;
  if (smtp === null)
    return hasMail(settings)
      ? note('Mail goes to the Mailbox of the demonstration and nowhere else.')
      : wrong(
          'There is no mail server (SMTP_URL): invitations, new passwords and notices by email reach nobody.',
        );
  const failure = await smtpFailure(smtp.url, 10_000);
  return failure === null ? right(`The mail server ${new URL(smtp.url).host} answers.`) : wrong(failure);
}

/**
 * Whether the sources of live weather answer, and how far the clock of this machine is from theirs: flashes and delays
 * are reckoned by it.
 */
export async function checkServices(
  http: HttpClient,
  services: readonly string[],
  wallNow: () => number,
): Promise<Finding[]> {
  return Promise.all(
    services.map(async (url) => {
      const { host } = new URL(url);
      try {
        const { headers } = await http.get({ source: 'doctor', url, timeoutMs: 15_000, maxBytes: 2_000_000 });
        const theirs = Date.parse(headers.date ?? '');
        if (!Number.isFinite(theirs)) return note(`${host} answers, without a date.`);
        return clockFinding(host, wallNow() - theirs);
      } catch (error) {
        return wrong(
          `${host} does not answer: ${(error as Error).message}. See the way out to the network, and HTTPS_PROXY.`,
        );
      }
    }),
  );
}

/** `aheadMs`: how far the clock of this machine is ahead of another one. */
export function clockFinding(whose: string, aheadMs: number): Finding {
  if (Math.abs(aheadMs) <= clockLimitMs) return right(`This machine and ${whose} have the same time.`);
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return wrong(
    `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${whose}: set it by NTP. Delays and all clears are reckoned by it.`,
  );
}
