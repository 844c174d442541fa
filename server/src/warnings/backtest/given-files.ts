import { readFile } from 'node:fs/promises';
import { policyForm } from '@allclear/contract';
import {
  checkLocation,
  type LightningPolicy,
  lockLightning,
  policyTypeOf,
  type ZoneNumber,
  type ZoneRadii,
} from '@allclear/domain';
import { z } from 'zod';
import { ApiError } from '../../platform/http/errors.ts';
import { required } from '../../platform/required.ts';
import { type PolicyInput, policyInputOf } from '../../policies/index.ts';
import { BadFile } from './strikes-csv.ts';

/** A place of `--locations` with its radii and timers under the given policies. */
export interface GivenLocation extends ZoneRadii {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly allClearMinutes: number;
}

const givenLocations = z.array(
  z.object({
    id: z.union([z.string(), z.number()]).transform(String),
    latitude: z.number(),
    longitude: z.number(),
    radiiMiles: z.array(z.number()).min(1).max(4),
    allClearMinutes: z.number(),
  }),
);

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new BadFile(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadFile(`${file} is not JSON: ${(error as Error).message}.`);
  }
}

/**
 * One policy or a list of them, in the words of the API; groups do not matter for what would have happened.
 */
export async function readPolicies(file: string): Promise<PolicyInput[]> {
  const given = await readJson(file);
  return (Array.isArray(given) ? given : [given]).map((one, index) => {
    const where = Array.isArray(given) ? `${file}, policy ${index + 1}` : file;
    const form = policyForm.safeParse(one);
    if (!form.success)
      throw new BadFile(
        `${where}: ${form.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}.`,
      );
    try {
      return policyInputOf({ ...form.data, allGroups: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new BadFile(
        `${where}: ${Object.values(error.errors ?? {})
          .flat()
          .join('. ')}.`,
      );
    }
  });
}

/**
 * The places of a file. Lightning policies set their zones and timer, as they do for locations of the
 * organization.
 */
export async function readLocations(
  file: string,
  policies: readonly PolicyInput[],
): Promise<GivenLocation[]> {
  const given = givenLocations.safeParse(await readJson(file));
  if (!given.success) {
    const issue = required(given.error.issues[0], 'the reason why the file is refused');
    throw new BadFile(
      `${file}: ${issue.path.join('.')}: ${issue.message}. It must be a list of { id, latitude, longitude, radiiMiles, allClearMinutes }.`,
    );
  }
  const lightning = policies.flatMap(lightningPolicyOf);
  return given.data.map(
    ({
      id,
      latitude,
      longitude,
      radiiMiles: [radius1 = 0, radius2 = 0, radius3 = 0, radius4 = 0],
      allClearMinutes,
    }) => {
      const place = { ...lockLightning({ radius1, radius2, radius3, radius4, allClearMinutes }, lightning) };
      // Any timer can be tried; only where it is set must it keep to the steps of the form.
      const errors = checkLocation(
        { label: id, locationName: '', latitude, longitude, ...place, allClearMinutes: 30 },
        { fourthZone: true },
      );
      const faults = Object.values(errors).flat();
      if (!(place.allClearMinutes > 0)) faults.push('allClearMinutes must be above 0');
      if (faults.length > 0) throw new BadFile(`${file}, location ${id}: ${faults.join('. ')}.`);
      return { id, latitude, longitude, ...place };
    },
  );
}

function lightningPolicyOf(facts: PolicyInput): LightningPolicy[] {
  if (policyTypeOf(facts.typeShortName)?.evidence !== 'lightning') return [];
  const zone = Number(facts.typeShortName.slice(2)) as ZoneNumber;
  return [{ zone, radiusMiles: facts.threshold, allClearMinutes: facts.allClearMinutes }];
}
