import { checkedText, defineSettings, number } from '../platform/settings/settings.ts';

export interface StationSettings {
  /** Stations of the weather service to read beside METAR, by their identifiers. */
  readonly nwsStations: readonly string[];
  /** Where weather stations report over MQTT; null for nowhere. */
  readonly mqttPort: number | null;
}

const stationIdsOf = (list: string) => list.split(',').flatMap((text) => text.trim().toUpperCase() || []);

export const stationSettings = defineSettings(
  {
    ALLCLEAR_NWS_STATIONS: checkedText(
      {
        fallback: '–',
        meaning:
          'stations of the weather service to read beside METAR, by identifier (`KALB,COOPDNKN6`): road, fire and cooperative networks',
      },
      (list) =>
        stationIdsOf(list).length <= 50 && stationIdsOf(list).every((id) => /^[A-Z0-9]{2,12}$/.test(id)),
      (list) => `ALLCLEAR_NWS_STATIONS must list at most 50 station identifiers such as KALB, not '${list}'.`,
    ),
    ALLCLEAR_MQTT_PORT: number(
      {
        fallback: '–',
        meaning: 'where weather stations report over [MQTT](#stations-and-sensors); nowhere unless set',
      },
      /^\d+$/,
      (port) => port >= 1 && port <= 65_535,
      (value) => `ALLCLEAR_MQTT_PORT must be a number from 1 to 65535, not '${value}'.`,
      null,
    ),
  },
  (values, { base, problem }): StationSettings => {
    if (values.ALLCLEAR_MQTT_PORT === base.port) {
      problem('ALLCLEAR_MQTT_PORT must not be the port of the web app.');
    }
    return {
      nwsStations: [...new Set(stationIdsOf(values.ALLCLEAR_NWS_STATIONS))],
      mqttPort: values.ALLCLEAR_MQTT_PORT,
    };
  },
);
