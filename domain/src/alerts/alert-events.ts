/** The weather-service events that a policy may watch, and the color in which NWS draws each on its maps. */
export interface AlertEvent {
  readonly event: string;
  /** '#RRGGBB' of the NWS hazard map (weather.gov/help-map). */
  readonly color: string;
  /** The name of the event before NWS renamed it; offices and archives still use it. */
  readonly formerly?: string;
}

/**
 * A Tornado Warning with a CATASTROPHIC damage threat. The weather service has no event of this name: its
 * alerts say 'Tornado Warning' and give the threat as a parameter (NWS Directive 10-511).
 */
export const tornadoEmergency = 'Tornado Emergency';

/** In the order in which they are offered, most urgent first. */
export const alertEvents: readonly AlertEvent[] = [
  { event: tornadoEmergency, color: '#FF0000' },
  { event: 'Tornado Warning', color: '#FF0000' },
  { event: 'Extreme Wind Warning', color: '#FF8C00' },
  { event: 'Severe Thunderstorm Warning', color: '#FFA500' },
  { event: 'Flash Flood Warning', color: '#8B0000' },
  { event: 'Snow Squall Warning', color: '#C71585' },
  { event: 'Dust Storm Warning', color: '#FFE4C4' },
  { event: 'Tsunami Warning', color: '#FD6347' },
  { event: 'Special Marine Warning', color: '#FFA500' },
  { event: 'Storm Surge Warning', color: '#B524F7' },
  { event: 'Hurricane Warning', color: '#DC143C' },
  { event: 'Tropical Storm Warning', color: '#B22222' },
  { event: 'Tornado Watch', color: '#FFFF00' },
  { event: 'Severe Thunderstorm Watch', color: '#DB7093' },
  { event: 'Flash Flood Watch', color: '#2E8B57' },
  { event: 'Hurricane Watch', color: '#FF00FF' },
  { event: 'Tropical Storm Watch', color: '#F08080' },
  { event: 'Extreme Heat Warning', color: '#C71585', formerly: 'Excessive Heat Warning' },
  { event: 'Extreme Heat Watch', color: '#800000', formerly: 'Excessive Heat Watch' },
  { event: 'Heat Advisory', color: '#FF7F50' },
  { event: 'High Wind Warning', color: '#DAA520' },
  { event: 'High Wind Watch', color: '#B8860B' },
  { event: 'Wind Advisory', color: '#D2B48C' },
  { event: 'Blizzard Warning', color: '#FF4500' },
  { event: 'Ice Storm Warning', color: '#8B008B' },
  { event: 'Winter Storm Warning', color: '#FF69B4' },
  { event: 'Winter Storm Watch', color: '#4682B4' },
  { event: 'Winter Weather Advisory', color: '#7B68EE' },
  { event: 'Extreme Cold Warning', color: '#0000FF', formerly: 'Wind Chill Warning' },
  { event: 'Extreme Cold Watch', color: '#5F9EA0', formerly: 'Wind Chill Watch' },
  { event: 'Cold Weather Advisory', color: '#AFEEEE', formerly: 'Wind Chill Advisory' },
  { event: 'Freeze Warning', color: '#483D8B' },
  { event: 'Frost Advisory', color: '#6495ED' },
  { event: 'Flood Warning', color: '#00FF00' },
  { event: 'Flood Watch', color: '#2E8B57' },
  { event: 'Flood Advisory', color: '#00FF7F' },
  { event: 'Coastal Flood Warning', color: '#228B22' },
  { event: 'Coastal Flood Advisory', color: '#7CFC00' },
  { event: 'Red Flag Warning', color: '#FF1493' },
  { event: 'Fire Weather Watch', color: '#FFDEAD' },
  { event: 'Fire Warning', color: '#A0522D' },
  { event: 'Dense Fog Advisory', color: '#708090' },
  { event: 'Dense Smoke Advisory', color: '#F0E68C' },
  { event: 'Dust Advisory', color: '#BDB76B' },
  { event: 'Air Quality Alert', color: '#808080' },
  { event: 'Beach Hazards Statement', color: '#40E0D0' },
  { event: 'Rip Current Statement', color: '#40E0D0' },
  { event: 'Small Craft Advisory', color: '#D8BFD8' },
  { event: 'Civil Emergency Message', color: '#FFB6C1' },
  { event: 'Shelter In Place Warning', color: '#FA8072' },
  { event: 'Special Weather Statement', color: '#FFE4B5' },
];

const byName = new Map(
  alertEvents.flatMap((offered): [string, AlertEvent][] => [
    [offered.event.toLowerCase(), offered],
    ...(offered.formerly ? [[offered.formerly.toLowerCase(), offered] as [string, AlertEvent]] : []),
  ]),
);

/**
 * The current name of an event ('Excessive Heat Warning' is 'Extreme Heat Warning'). An event that is not
 * offered keeps its name.
 */
export function eventName(event: string): string {
  return byName.get(event.trim().toLowerCase())?.event ?? event.trim();
}

/** Color of an event on NWS maps; gray for one that is not in the list. */
export function eventColor(event: string): string {
  return byName.get(event.trim().toLowerCase())?.color ?? '#808080';
}

/** Whether an alert's event is among those of a policy. Case does not matter; former names match too. */
export function isEventOfPolicy(policyEvents: readonly string[], event: string): boolean {
  const name = eventName(event).toLowerCase();
  return policyEvents.some((watched) => eventName(watched).toLowerCase() === name);
}
