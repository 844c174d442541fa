import type { DemonstrationEventData, Location } from '@allclear/contract';

export type DemonstrationKind = DemonstrationEventData['kind'];

/** In the order in which a newcomer presses them. */
export const kindsInOrder: readonly DemonstrationKind[] = ['storm', 'quiet', 'outage', 'heat'];

export const titles: Record<DemonstrationKind, string> = {
  storm: 'A storm comes',
  quiet: 'All clear',
  outage: 'An outage',
  heat: 'A heat day',
};

type Zones = Pick<Location, 'radius1' | 'radius2' | 'radius3' | 'radius4' | 'allClearMinutes'>;

/** What to look at, one sentence or two. */
export function whatToWatch(kind: DemonstrationKind, place: Zones): string {
  const radii = [place.radius1, place.radius2, place.radius3, place.radius4].filter((radius) => radius > 0);
  switch (kind) {
    case 'storm':
      return radii.length === 0
        ? 'Watch Live Radar: this place has no lightning zones.'
        : `Watch the band: it turns to Stay inside as soon as the first strike is inside ${Math.min(...radii)} mi.`;
    case 'quiet':
      return `The lightning ends now. Watch the countdown: all clear comes only after ${place.allClearMinutes} minutes of observed quiet.`;
    case 'outage':
      return 'Lightning data stop for 5 minutes. Watch the band: it says We don’t know within 3 minutes, then observes anew.';
    case 'heat':
      return 'It gets hot within 10 minutes. Watch Current Conditions and Active Warnings, where a heat policy is set.';
  }
}

/** How long weather takes at this speed. */
export function speedWords(speed: number): string {
  if (speed === 1)
    return 'The weather runs in real time, and nothing is skipped. Started with --speed 20, half an hour takes a minute and a half.';
  const seconds = 60 / speed;
  const shown = seconds >= 10 ? Math.round(seconds) : Math.round(seconds * 10) / 10;
  return `At ${speed}× speed a minute of weather takes ${shown} ${shown === 1 ? 'second' : 'seconds'}. Nothing is skipped.`;
}

/** How much of an event is over at an instant (epoch ms), in whole percent. */
export function progressOf({ startsAt, endsAt }: DemonstrationEventData, nowMs: number | null): number {
  if (nowMs === null) return 0;
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
  return Math.round(100 * Math.min(1, Math.max(0, (nowMs - from) / (to - from))));
}
