import type { WorkRestProfile } from '@allclear/contract';
import { strictestIntensity } from '@allclear/domain';
import { useState } from 'react';
import type { Choice, Unit } from './heat-view.ts';

const storageKey = 'allclear.work-rest';

interface Kept {
  unit: Unit;
  /** By profile. */
  choices: Record<string, { intensityId?: string; modifierIds?: string[] }>;
}

/** What this browser remembers; what cannot be read counts as nothing. */
export function readKept(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return { unit: 'minutes', choices: {} };
    const { unit, choices } = kept as Partial<Kept>;
    return {
      unit: unit === 'percent' ? 'percent' : 'minutes',
      choices: typeof choices === 'object' && choices !== null ? choices : {},
    };
  } catch {
    return { unit: 'minutes', choices: {} };
  }
}

/**
 * The remembered choice as far as the profile still has it; until somebody chooses, the strictest kind of
 * work and nothing added.
 */
export function choiceFor(profile: WorkRestProfile, kept: Kept): Choice {
  const { intensityId, modifierIds } = kept.choices[profile.id] ?? {};
  const known = profile.intensities.some(({ id }) => id === intensityId);
  return {
    intensityId: known ? intensityId! : String(strictestIntensity(profile) ?? ''),
    modifierIds: (Array.isArray(modifierIds) ? modifierIds : []).filter((id) =>
      profile.modifiers.some((modifier) => modifier.id === id),
    ),
  };
}

/** Unit and choices, remembered in this browser: a page that loads itself again keeps what clothing adds. */
export function useChoices() {
  const [kept, setKept] = useState(readKept);
  const keep = (next: Kept) => {
    setKept(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing goes on without.
    }
  };
  return {
    unit: kept.unit,
    setUnit: (unit: Unit) => keep({ ...kept, unit }),
    choiceOf: (profile: WorkRestProfile) => choiceFor(profile, kept),
    choose: (profileId: string, { intensityId, modifierIds }: Choice) =>
      keep({
        ...kept,
        choices: { ...kept.choices, [profileId]: { intensityId, modifierIds: [...modifierIds] } },
      }),
  };
}
