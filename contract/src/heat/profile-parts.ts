import { z } from 'zod';

export const heatMetric = z.enum(['WBGT', 'Temperature', 'Heat Index']);

/**
 * A change says which revision it is based on; when somebody else changed the profile meanwhile it is refused
 * (409).
 */
export const profileChange = { id: z.string(), revision: z.number().int() };

export const deletedProfile = z.object({ id: z.string(), message: z.string() });
