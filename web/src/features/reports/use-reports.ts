import type { RecurringReport, Report, ReportRequest } from '@allclear/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/failure.ts';
import { pollingMs } from '../../api/polling.ts';
import { reportKeys } from '../../api/query-keys/reports.ts';
import { routes } from '../../api/routes.ts';
import { useChange } from '../../api/use-route.ts';
import { useApi } from '../../services.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';

/** A large file takes a while. */
const downloadTimeoutMs = 10 * 60_000;

/** Whether a report may still change by itself. */
export const isOpen = ({ state }: Pick<Report, 'state'>): boolean =>
  state === 'queued' || state === 'working';

/** The user's reports, newest first; asked for every few seconds while one of them is being made. */
export function useReports() {
  const api = useApi();
  return useQuery({
    queryKey: reportKeys.reports.all,
    queryFn: ({ signal }) => api.call(routes.listReports, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data?.some(isOpen) ? pollingMs.openReport : pollingMs.reports),
  });
}

export function useRecurringReports() {
  const api = useApi();
  return useQuery({
    queryKey: reportKeys.recurring.all,
    queryFn: ({ signal }) => api.call(routes.listRecurringReports, { signal }),
    refetchOnMount: 'always',
    refetchInterval: pollingMs.reports,
  });
}

/** Asks for a report; sent again after a lost answer, it is made once. */
export function useGenerateReport() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ReportRequest) => api.call(routes.generateReport, { body, once: true }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: reportKeys.reports.all });
      void client.invalidateQueries({ queryKey: reportKeys.recurring.all });
    },
  });
}

export const useCancelReport = () =>
  useChange(
    (api, id: string) => api.call(routes.cancelReport, { params: { id } }),
    reportKeys.reports.all,
    ({ message }) => toast('success', message),
  );

export const useDeleteReport = () =>
  useChange(
    (api, id: string) => api.call(routes.deleteReport, { params: { id } }),
    reportKeys.reports.all,
    ({ message }) => toast('success', message),
  );

export const usePauseRecurring = () =>
  useChange(
    (api, { id, isPaused, revision }: Pick<RecurringReport, 'id' | 'isPaused' | 'revision'>) =>
      api.call(routes.changeRecurringReport, { params: { id }, body: { isPaused, revision } }),
    reportKeys.recurring.all,
    ({ message }) => toast('success', message),
  );

export const useDeleteRecurring = () =>
  useChange(
    (api, id: string) => api.call(routes.deleteRecurringReport, { params: { id } }),
    reportKeys.recurring.all,
    ({ message }) => toast('success', message),
  );

/** Saves a file of a report. */
export function useDownload() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, file: { format } }: { id: string; file: Report['files'][number] }) =>
      api.file(routes.downloadReport, {
        params: { id },
        query: { format },
        timeoutMs: downloadTimeoutMs,
      }),
    onSuccess: (blob, { file }) => saveFile(blob, file.name),
    onError: (error) => {
      toast('error', 'The report was not downloaded', messageOf(error));
      void client.invalidateQueries({ queryKey: reportKeys.reports.all });
    },
  });
}

const fileFormats = ['csv', 'pdf'] as const;

/** The files of a report that was mailed to the user: of the formats that its mail names, CSV where it names none. */
export function useMailedReport(id: string, named: string) {
  const api = useApi();
  const found = fileFormats.filter((format) => named.split(',').includes(format));
  const download = useMutation({
    mutationFn: (format: (typeof fileFormats)[number]) =>
      api.file(routes.downloadReport, { params: { id }, query: { format }, timeoutMs: downloadTimeoutMs }),
    onSuccess: (blob, format) => saveFile(blob, `report.${format}`),
  });
  return { formats: found.length > 0 ? found : (['csv'] as const), download };
}
