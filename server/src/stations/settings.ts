import { checkedText, count, defineSettings, number } from '../platform/settings/settings.ts';

export interface StationSettings {
  /** Stations of the weather service to read beside METAR, by their identifiers. */
  readonly nwsStations: readonly string[];
  /** Where weather stations report over MQTT; null for nowhere. */
  readonly mqttPort: number | null;
  /** For how many days reports and their summaries are kept; those of days for good. */
  readonly keep: { readonly reportsDays: number; readonly quartersDays: number; readonly hoursDays: number };
}

/** Reports that are newer are never dropped, so that it need not be looked up whether they were. */
export const leastKeptDays = 31;

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
    ALLCLEAR_KEEP_REPORTS_DAYS: count('ALLCLEAR_KEEP_REPORTS_DAYS', {
      fallback: '400',
      meaning: `how many days each report of a weather station is kept, at least ${leastKeptDays}: see [the record](record.md)`,
    }),
    ALLCLEAR_KEEP_QUARTERS_DAYS: count('ALLCLEAR_KEEP_QUARTERS_DAYS', {
      fallback: '1826',
      meaning: 'how many days the summaries of quarter hours are kept, at least as long as the reports',
    }),
    ALLCLEAR_KEEP_HOURS_DAYS: count('ALLCLEAR_KEEP_HOURS_DAYS', {
      fallback: '3653',
      meaning:
        'how many days the summaries of hours are kept, at least as long as those of quarter hours; those of days are kept for good',
    }),
  },
  (values, { base, problem }): StationSettings => {
    if (values.ALLCLEAR_MQTT_PORT === base.port) {
      problem('ALLCLEAR_MQTT_PORT must not be the port of the web app.');
    }
    const keep = {
      reportsDays: values.ALLCLEAR_KEEP_REPORTS_DAYS,
      quartersDays: values.ALLCLEAR_KEEP_QUARTERS_DAYS,
      hoursDays: values.ALLCLEAR_KEEP_HOURS_DAYS,
    };
    if (keep.reportsDays < leastKeptDays)
      problem(`ALLCLEAR_KEEP_REPORTS_DAYS must be at least ${leastKeptDays}.`);
    // Hours and days are made anew from the quarter hours when a late report comes.
    const kept = [
      ['ALLCLEAR_KEEP_REPORTS_DAYS', keep.reportsDays],
      ['ALLCLEAR_KEEP_QUARTERS_DAYS', keep.quartersDays],
      ['ALLCLEAR_KEEP_HOURS_DAYS', keep.hoursDays],
    ] as const;
    for (const [index, [name, days]] of kept.entries()) {
      const [before, least] = kept[index - 1] ?? [name, days];
      // One of them may not have been set: both are named with their days.
      if (days < least) problem(`${name} (${days} days) must not be less than ${before} (${least} days).`);
    }
    return {
      keep,
      nwsStations: [...new Set(stationIdsOf(values.ALLCLEAR_NWS_STATIONS))],
      mqttPort: values.ALLCLEAR_MQTT_PORT,
    };
  },
);
