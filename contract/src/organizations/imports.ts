import { z } from 'zod';

/** The parts of an import from a CSV file, which are the same for every kind of record. */
export const importOutcomes = ['add', 'change', 'skip', 'error'] as const;
const outcome = z.enum(importOutcomes);
export type ImportOutcome = (typeof importOutcomes)[number];

export const importPreview = z.object({
  /** By which the preview is read and imported, for one hour and by the person who uploaded it. */
  id: z.string(),
  counts: z.object({
    add: z.number().int(),
    change: z.number().int(),
    skip: z.number().int(),
    error: z.number().int(),
    /** Of those to add or change, the rows that somebody should look at: the position was found by the address. */
    check: z.number().int(),
  }),
  /** Columns of the file that mean nothing here. */
  ignoredColumns: z.array(z.string()),
});

export type ImportPreview = z.infer<typeof importPreview>;

export const importRow = z.object({
  /** As a spreadsheet numbers it: the header is row 1. */
  row: z.number().int(),
  outcome,
  title: z.string(),
  details: z.string(),
  /** Why it is wrong, what was changed, what to check. */
  notes: z.array(z.string()),
  check: z.boolean(),
});

export type ImportRow = z.infer<typeof importRow>;

export const importParams = z.object({ id: z.string() });

export const importRowsQuery = z.object({
  outcome: outcome.optional(),
  /** How many rows to leave out; 100 are answered. */
  offset: z
    .string()
    .regex(/^\d{1,6}$/, 'Offset must be a whole number')
    .transform(Number)
    .optional(),
});

export const importRows = z.object({ total: z.number().int(), rows: z.array(importRow) });

export const imported = z.object({
  message: z.string(),
  added: z.number().int(),
  changed: z.number().int(),
});
