import { clockText } from '../features/lightning/countdown.ts';
import type { LightningView } from '../features/lightning/lightning-view.ts';
import type { Standing } from '../features/locations/threat.ts';

/** What a location's lightning means for its badge and for the header's count: any zone in delay is the threat LR1 (spec 1 section 4). */
export function standingOf(view: LightningView): Standing {
  switch (view.kind) {
    case 'loading':
      return { threats: [], lightning: 'asking' };
    case 'clear':
      return { threats: [], lightning: 'known' };
    case 'not-covered':
    case 'unavailable':
      return { threats: [], lightning: 'unknown' };
    case 'delay': {
      const struck = view.zones.find((zone) => zone.state === 'strike');
      const shown = struck ?? view.zones.find((zone) => zone.state === 'observing');
      return {
        threats: [
          {
            code: 'LR1',
            label: struck ? 'Lightning Policy Alert' : 'Lightning Policy Alert: quiet not yet observed',
            tone: struck ? 'danger' : 'observing',
            countdown: clockText(shown?.remainingSeconds ?? 0),
          },
        ],
        lightning: 'known',
      };
    }
  }
}
