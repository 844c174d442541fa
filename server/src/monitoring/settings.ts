import { checkedText, defineSettings } from '../platform/settings/settings.ts';

export interface MonitoringSettings {
  /** Where the heartbeat goes; null sends none. It may hold a token, so it is in no log. */
  readonly heartbeatUrl: string | null;
}

const variables = {
  ALLCLEAR_HEARTBEAT_URL: checkedText(
    {
      fallback: '–',
      meaning:
        'an https address outside of the installation that gets a [heartbeat](#the-heartbeat) each minute while lightning is observed and notices go out, and notifies somebody when none comes; http only with `ALLCLEAR_ALLOW_PRIVATE_ADDRESSES`',
    },
    (value) => /^https?:\/\/[^/]/.test(value) && URL.canParse(value),
    // What was given may hold a token.
    () => 'ALLCLEAR_HEARTBEAT_URL must be an https address.',
  ),
};

export const monitoringSettings = defineSettings(
  variables,
  (values, { base, problem }): MonitoringSettings => {
    const heartbeatUrl = values.ALLCLEAR_HEARTBEAT_URL || null;
    if (heartbeatUrl?.startsWith('http:') && !base.allowPrivateAddresses)
      problem(
        'ALLCLEAR_HEARTBEAT_URL must be an https address unless ALLCLEAR_ALLOW_PRIVATE_ADDRESSES is true.',
      );
    return { heartbeatUrl };
  },
);
