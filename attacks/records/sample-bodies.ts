let snapshotMinutes = 0;
/** Another time each time: a station has none twice. */
export const snapshotBody = (weatherStationId: string) => ({
  weatherStationId,
  rule: { kind: 'before-practice', minutes: snapshotMinutes++ % 240 },
});

/** How many bodies of scheduled tests were made. */
let schedules = 0;

/** A scheduled test of a unit; each at another time, as one unit has none twice. */
export const scheduleBody = (hardwareId: string) => ({
  ...{ hardwareId, kind: 'communication', every: 'month', weekday: schedules % 7 },
  time: `${String(++schedules % 24).padStart(2, '0')}:${String(schedules % 60).padStart(2, '0')}:00`,
});

/** A report of a day of a station; of people nobody but who asks for it. */
export const reportBody = (text: string, stationId: string, ...people: string[]) => ({
  ...{ Name: text, ReportType: 0, Recipients: people },
  HardwareFilters: {
    ...{ DataInterval: 60, HardwareIds: [stationId], ObservationTypes: { AmbientTemperature: ['avg'] } },
    TimeFilter: { StartDate: '2026-06-05', EndDate: '2026-06-05' },
  },
});

export const widgetBody = (text: string, orgLocId: string, ...policies: string[]) => ({
  ...{ name: text, orgLocId, policies, headerMessage: text },
});

/** A show of a place. */
export const showBody = (text: string, placeId: string) => ({
  ...{ name: text, layout: 'wide', placeIds: [placeId], ticker: text, showsClock: true },
  scenes: [
    { kind: 'lightning', seconds: 10, placeId },
    { kind: 'message', seconds: 10, title: text, text },
  ],
});

export const policyBody = (text: string, ...groups: string[]) => ({
  ...{ name: text, policyTypeShortName: 'WIND', threshold: 90, sites: groups },
  notificationActions: [{ allClear: false, message: text }],
});

/** A simulator that does not run: nothing is ever asked of it. */
export const deviceBody = (text: string) => ({
  ...{ driver: 'shelly', ipAddress: `simulator:${text.replaceAll(' ', '-')}`, password: `${text} password` },
  wiring: { warningSound: 'switch:0', allClearSound: 'switch:1', light: 'switch:2' },
});

/** A siren that is such a simulator. */
export const hardwareBody = (text: string, organizationLocationId: string) => ({
  ...{ ...deviceBody(text), name: text, modelId: 'OWS', organizationLocationId },
});

export const riskBody = (text: string) => ({
  ...{ name: text, metric: 'WBGT' },
  riskLevels: [
    {
      id: 'low',
      name: `${text} low`,
      description: text,
      max: 80,
      color: '#11aa33',
      colorSecondary: '#0f5a30',
    },
    {
      id: 'high',
      name: `${text} high`,
      description: text,
      max: null,
      color: '#d3382c',
      colorSecondary: '#7d140c',
    },
  ],
});

export const workRestBody = (text: string) => ({
  ...{ name: text, primaryMetric: 'WBGT', customStopText: text, customContinuousText: text },
  intensities: [{ id: 'hard', name: text }],
  modifiers: [{ id: 'suit', name: text, adjustment: 5 }],
  matrices: [
    { workRestIntensityId: 'hard', max: 80, workPercent: 1, advice: text },
    { workRestIntensityId: 'hard', max: null, workPercent: 0 },
  ],
});

export const forecastBody = (text: string, ...places: string[]) => ({
  ...{ forecastTypeName: text, headline: text, message: `<p>${text}</p>` },
  ...{ expiresAt: '2026-12-01T00:00:00Z', organizationLocationIds: places },
});

export const messageBody = (text: string, ...recipients: string[]) => ({
  ...{ headline: text, message: text, senderText: text, channel: 5, recipients },
});
