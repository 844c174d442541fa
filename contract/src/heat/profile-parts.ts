import { z } from 'zod';

export const heatMetric = z.enum(['WBGT', 'Temperature', 'Heat Index']);

/** A change names the revision that it is based on; if the profile has changed since, it is refused (409). */
export const profileChange = { id: z.string(), revision: z.number().int() };

export const deletedProfile = z.object({ id: z.string(), message: z.string() });
