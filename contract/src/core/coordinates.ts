import { z } from 'zod';

export const latitude = z
  .number()
  .min(-90, 'Latitude must be between -90 and 90')
  .max(90, 'Latitude must be between -90 and 90');

/** A number in a path or a query: never empty, because an empty text would read as zero. */
export const numberText = z
  .string()
  .regex(/^\s*-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i, 'must be a number')
  .transform(Number);

export const longitude = z
  .number()
  .min(-180, 'Longitude must be between -180 and 180')
  .max(180, 'Longitude must be between -180 and 180');
