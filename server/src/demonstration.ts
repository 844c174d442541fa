import { randomBytes } from 'node:crypto';
import type { Role } from '@allclear/domain';

/** What the demonstration organisation is made of. Names are of roles and kinds of places, not of people. */

export interface DemonstrationPlace {
  readonly label: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The usual sites: outdoor grounds of a school district near Dallas. */
export const usualPlaces: readonly DemonstrationPlace[] = [
  { label: 'Memorial Stadium', address: 'Dallas, TX', latitude: 32.7767, longitude: -96.797 },
  { label: 'East practice fields', address: 'Mesquite, TX', latitude: 32.7668, longitude: -96.5992 },
  { label: 'Aquatic center', address: 'Richardson, TX', latitude: 32.9483, longitude: -96.7299 },
  { label: 'Golf course', address: 'Irving, TX', latitude: 32.814, longitude: -96.9489 },
  { label: 'Middle school track', address: 'Garland, TX', latitude: 32.9126, longitude: -96.6389 },
  { label: 'Bus barn yard', address: 'Grand Prairie, TX', latitude: 32.746, longitude: -96.9978 },
];

export interface DemonstrationAccount {
  /** As people know it: 'Super Admin', 'Admin', … */
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

export const accountRoles = ['super-admin', 'admin', 'assistant-admin', 'customer'] as const satisfies readonly Role[];

export function accountEmail(role: Role): string {
  return `${role}@demo.example`;
}

/** Four groups of letters and digits without look-alikes: about 80 bits, and it can be typed. */
export function randomPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const letters = Array.from({ length: 16 }, () => {
    // Rejection keeps every letter equally likely.
    for (;;) {
      const byte = randomBytes(1)[0]!;
      if (byte < alphabet.length * 8) return alphabet[byte % alphabet.length]!;
    }
  });
  return [0, 4, 8, 12].map((from) => letters.slice(from, from + 4).join('')).join('-');
}
