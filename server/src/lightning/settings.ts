import type { XweatherKey } from '@allclear/adapters';
import { checkedText, defineSettings, text } from '../platform/settings/settings.ts';

export interface LightningSettings {
  readonly glmSatellites: readonly number[];
  /** Lightning of Vaisala Xweather around the locations; null without a key. */
  readonly xweather: XweatherKey | null;
}

const satellitesOf = (list: string) => list.split(',').map((text) => Number(text.trim()));

export const lightningSettings = defineSettings(
  {
    ALLCLEAR_GLM_SATELLITES: checkedText(
      {
        fallback: '`19,18`',
        meaning: 'lightning mappers to follow (GOES-East is 19, GOES-West 18)',
      },
      (list) => satellitesOf(list).every((satellite) => [16, 17, 18, 19].includes(satellite)),
      (list) =>
        `ALLCLEAR_GLM_SATELLITES must list GOES satellites that carry a lightning mapper (16, 17, 18, 19), not '${list}'.`,
      '19,18',
    ),
    ALLCLEAR_XWEATHER_CLIENT_ID: text({
      fallback: '–',
      meaning:
        'a key of Vaisala Xweather (paid), with `ALLCLEAR_XWEATHER_CLIENT_SECRET`: its lightning around the locations, beside the satellites',
    }),
    ALLCLEAR_XWEATHER_CLIENT_SECRET: text({
      fallback: '–',
      meaning: 'the secret of `ALLCLEAR_XWEATHER_CLIENT_ID`',
    }),
  },
  (values, { problem }): LightningSettings => {
    const { ALLCLEAR_XWEATHER_CLIENT_ID: clientId, ALLCLEAR_XWEATHER_CLIENT_SECRET: clientSecret } = values;
    if ((clientId === '') !== (clientSecret === '')) {
      problem(
        'ALLCLEAR_XWEATHER_CLIENT_ID and ALLCLEAR_XWEATHER_CLIENT_SECRET go together: set both or neither.',
      );
    }
    return {
      glmSatellites: satellitesOf(values.ALLCLEAR_GLM_SATELLITES),
      xweather: clientId === '' ? null : { clientId, clientSecret },
    };
  },
);
