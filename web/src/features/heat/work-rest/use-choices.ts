import type { WorkRestProfile } from '@allclear/contract';
import { strictestIntensity } from '@allclear/domain';
import { useState } from 'react';
import type { Choice, Unit } from './heat-view.ts';

const storageKey = 'allclear.work-rest';

interface StoredChoices {
  unit: Unit;
  /** By profile. */
  choices: Record<string, { intensityId?: string; modifierIds?: string[] }>;
}

/** The values stored in this browser; anything unreadable counts as nothing. */
export function readStored(): StoredChoices {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return { unit: 'minutes', choices: {} };
    const { unit, choices } = stored as Partial<StoredChoices>;
    return {
      unit: unit === 'percent' ? 'percent' : 'minutes',
      choices: typeof choices === 'object' && choices !== null ? choices : {},
    };
  } catch {
    return { unit: 'minutes', choices: {} };
  }
}

/**
 * The stored choice as far as the profile still has it; by default the strictest kind of work and no
 * additions.
 */
export function choiceFor(profile: WorkRestProfile, stored: StoredChoices): Choice {
  const { intensityId, modifierIds } = stored.choices[profile.id] ?? {};
  const exists = profile.intensities.some(({ id }) => id === intensityId);
  return {
    intensityId:
      exists && intensityId !== undefined ? intensityId : String(strictestIntensity(profile) ?? ''),
    modifierIds: (Array.isArray(modifierIds) ? modifierIds : []).filter((id) =>
      profile.modifiers.some((modifier) => modifier.id === id),
    ),
  };
}

/** Unit and choices, stored in this browser: they survive a reload of the page. */
export function useChoices() {
  const [stored, setStored] = useState(readStored);
  const store = (next: StoredChoices) => {
    setStored(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // Without storage the choice lasts until the page is reloaded.
    }
  };
  return {
    unit: stored.unit,
    setUnit: (unit: Unit) => store({ ...stored, unit }),
    choiceOf: (profile: WorkRestProfile) => choiceFor(profile, stored),
    choose: (profileId: string, { intensityId, modifierIds }: Choice) =>
      store({
        ...stored,
        choices: { ...stored.choices, [profileId]: { intensityId, modifierIds: [...modifierIds] } },
      }),
  };
}
