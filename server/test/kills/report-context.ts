import type { createSmtpMail } from '@allclear/adapters';
import type { ReportRequest } from '@allclear/contract';
import type { Clock } from '../../src/platform/clock/clock.ts';
import type { Job } from '../../src/platform/jobs/implement-job.ts';
import { reportedEvapotranspiration } from '../../src/reports/generated/evapotranspiration.ts';
import { mailReportJob } from '../../src/reports/generated/mail-report.ts';
import { makeReportJob } from '../../src/reports/generated/make-report.ts';
import type { ReportToAdd } from '../../src/reports/generated/reports.store.ts';

/** The station of the reports. */
export const reportStationId = 'kill-station';

/** A report of some thousand rows, so that a kill is likely to meet its making, for the person and a colleague. */
export function reportOf({
  organizationId,
  userId,
  round,
  recipient,
}: {
  organizationId: string;
  userId: string;
  round: string;
  recipient: string;
}): ReportToAdd {
  const [startDate, endDate] = ['2026-03-07', '2026-06-05'];
  const request: ReportRequest = {
    ...{
      Name: round,
      Requestor: userId,
      Recipients: [recipient],
      UnitType: 0,
      ReportType: 0,
      FileFormats: [0],
    },
    HardwareFilters: {
      ...{ DataInterval: 60, HardwareIds: [reportStationId] },
      ObservationTypes: { AmbientTemperature: ['max', 'min', 'avg'], Precipitation: ['sum'] },
      TimeFilter: {
        ...{ StartDate: startDate, EndDate: endDate, DaysOfWeek: [] },
        ...{ StartTimeOfDay: null, EndTimeOfDay: null },
      },
    },
  };
  return { organizationId, userId, name: round, request, startDate, endDate };
}

/** The jobs that make and mail reports, with a mail server on this machine. */
export function reportJobs(clock: Clock, openMail: typeof createSmtpMail, port: number): Job[] {
  const email = openMail({ url: `smtp://127.0.0.1:${port}`, from: 'Allclear <alerts@example.org>' });
  return [
    makeReportJob({ clock, evapotranspiration: reportedEvapotranspiration }),
    mailReportJob({ email, url: 'http://localhost:8080', clock }),
  ];
}
