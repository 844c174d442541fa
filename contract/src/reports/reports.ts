import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const date = (name: string) => z.iso.date({ error: `${name} must be a date, such as 2026-06-06` });
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'A time of day must be HH:mm:ss')
  .nullable()
  .default(null);

const timeFilter = z.object({
  /** Local days of the station or location, both included. */
  StartDate: date('StartDate'),
  EndDate: date('EndDate'),
  /** Both or neither; an end before the start spans midnight. */
  StartTimeOfDay: timeOfDay,
  EndTimeOfDay: timeOfDay,
  /** 0 Sunday to 6 Saturday; empty: every day. */
  DaysOfWeek: z.array(z.number().int().min(0).max(6)).max(7).default([]),
});
export type ReportTimeFilter = z.infer<typeof timeFilter>;

/** `ReportType` 0 is weather and needs `HardwareFilters`; 1 is policy delays and needs `LocationFilters`. */
export const reportRequest = z.object({
  /** The id of a person; whoever asks, unless set. */
  Requestor: z.string().max(100).optional(),
  /** The name of the file, without an ending. */
  Name: z.string().max(1_000),
  /** Ids of people of the organization to whom the report is mailed besides the requestor. */
  Recipients: z.array(z.string().max(100)).max(200).default([]),
  /** 0: °F, mph, inches. 1: °C, m/s, mm. */
  UnitType: z.union([z.literal(0), z.literal(1)]).default(0),
  ReportType: z.union([z.literal(0), z.literal(1)]),
  /** 0: CSV. 1: PDF. */
  FileFormats: z
    .array(z.union([z.literal(0), z.literal(1)]))
    .min(1)
    .max(2)
    .default([0]),
  HardwareFilters: z
    .object({
      /** Minutes: 15, 30, 60 or 1440. */
      DataInterval: z.number().int(),
      HardwareIds: z.array(z.string().max(100)).max(500),
      /** Names of `weatherTypes` (domain) with their metrics; others are refused with the field's error. */
      ObservationTypes: z.record(z.string().max(100), z.array(z.string().max(20)).max(4)),
      TimeFilter: timeFilter,
    })
    .nullish(),
  LocationFilters: z
    .object({
      /** A name of `policyIntervals` (domain). */
      DataInterval: z.string().max(20),
      OrganizationLocationIds: z.array(z.string().max(100)).max(1_000),
      /** Names of `policyTypesByGroup` (domain) with types of theirs. */
      PolicyTypes: z.record(z.string().max(100), z.array(z.string().max(20)).max(10)),
      TimeFilter: timeFilter,
    })
    .nullish(),
  /** Made again and again, over the period just ended; the dates of the request are then not used. */
  Recurring: z
    .object({
      recurringPeriod: z.enum(['MONTH', 'WEEK', 'DAY']),
      /** Of MONTH: 1 to 30; in a shorter month its last day. */
      dayOfMonth: z.number().int().min(1).max(30).nullish(),
      /** Of WEEK: 0 Sunday to 6 Saturday. */
      weekday: z.number().int().min(0).max(6).nullish(),
    })
    .nullish(),
});
export type ReportRequest = z.infer<typeof reportRequest>;

export const report = z.object({
  id: z.string(),
  name: z.string(),
  reportType: z.union([z.literal(0), z.literal(1)]),
  /** The period in local days. */
  startDate: z.string(),
  endDate: z.string(),
  state: z.enum(['queued', 'working', 'done', 'failed', 'canceled']),
  /** 0 to 1. */
  progress: z.number(),
  /** What went wrong, in words for people; null where nothing did. */
  error: z.string().nullable(),
  createdAt: z.string(),
  /** When its files are removed; null before it is made. */
  expiresAt: z.string().nullable(),
  /** The recurring report that made it. */
  recurringId: z.string().nullable(),
  /** Bytes of each file that is there. */
  files: z.array(z.object({ format: z.enum(['csv', 'pdf']), name: z.string(), bytes: z.number().int() })),
  /** How many people it is mailed to, and how many mails were accepted. */
  recipients: z.number().int(),
  mailed: z.number().int(),
});
export type Report = z.infer<typeof report>;

export const recurringReport = z.object({
  id: z.string(),
  name: z.string(),
  reportType: z.union([z.literal(0), z.literal(1)]),
  recurringPeriod: z.enum(['MONTH', 'WEEK', 'DAY']),
  dayOfMonth: z.number().int().nullable(),
  weekday: z.number().int().nullable(),
  isPaused: z.boolean(),
  /** When it is made next; null while paused. */
  nextAt: z.string().nullable(),
  lastReportId: z.string().nullable(),
  revision: z.number().int(),
});
export type RecurringReport = z.infer<typeof recurringReport>;

const needs = 'historical_report.access';
const params = z.object({ id: z.string() });

export const generateReport = defineRoute({
  ...paths.generateReport,
  needs,
  summary:
    'Queues a report (answers 202): it is made in the background, kept 30 days, and mailed to the requestor and the recipients. Policy delays need historical_report.policy_delays.access too',
  body: reportRequest,
  /** `isRecurring`: `id` is that of the recurring report, and none is made before it is due. */
  data: z.object({ id: z.string(), isRecurring: z.boolean(), message: z.string() }),
  failures: [400, 403, 404, 429, 503],
});

export const listReports = defineRoute({
  ...paths.listReports,
  needs,
  summary: 'The reports that the signed-in user asked for, newest first',
  data: z.array(report),
  paged: true,
});

export const getReport = defineRoute({
  ...paths.getReport,
  needs,
  summary: 'A report of the signed-in user, and how far it is',
  params,
  data: report,
  failures: [404],
});

export const cancelReport = defineRoute({
  ...paths.cancelReport,
  needs,
  summary: 'Stops the making of a report; one that is done stays',
  params,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404, 409],
});

export const deleteReport = defineRoute({
  ...paths.deleteReport,
  needs,
  summary: 'Removes a report and its files',
  params,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});

export const downloadReport = defineRoute({
  ...paths.downloadReport,
  needs: 'signed-in',
  summary: 'The file of a report, for the requestor and those to whom it was mailed',
  params,
  query: z.object({ format: z.enum(['csv', 'pdf']).default('csv') }),
  data: z.unknown(),
  failures: [404],
});

export const listRecurringReports = defineRoute({
  ...paths.listRecurringReports,
  needs,
  summary: 'The recurring reports of the signed-in user',
  data: z.array(recurringReport),
});

export const changeRecurringReport = defineRoute({
  ...paths.changeRecurringReport,
  needs,
  summary: 'Pauses a recurring report, or lets it go on',
  params,
  body: z.object({ isPaused: z.boolean(), revision: z.number().int() }),
  data: z.object({ id: z.string(), revision: z.number().int(), message: z.string() }),
  failures: [400, 404, 409],
});

export const deleteRecurringReport = defineRoute({
  ...paths.deleteRecurringReport,
  needs,
  summary: 'Ends a recurring report; what it made stays',
  params,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});
