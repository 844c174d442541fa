import type {
  ImportOutcome,
  imported,
  importParams,
  importPreview,
  importRows,
  importRowsQuery,
  Route,
} from '@allclear/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { locationKeys } from '../../api/query-keys/locations.ts';
import type { WireRoute } from '../../api/routes.ts';
import { useApi } from '../../services.ts';

interface PreviewRoute extends Route {
  readonly data: typeof importPreview;
}
interface RowsRoute extends Route {
  readonly params: typeof importParams;
  readonly query: typeof importRowsQuery;
  readonly data: typeof importRows;
}
interface StoreRoute extends Route {
  readonly params: typeof importParams;
  readonly data: typeof imported;
}

/** The calls of an import; those of every kind of record have the same form. */
export interface ImportRoutes {
  readonly preview: WireRoute<PreviewRoute>;
  readonly rows: WireRoute<RowsRoute>;
  readonly errors: WireRoute;
  readonly store: WireRoute<StoreRoute>;
}

/** Reading a file and looking up its addresses, and storing thousands of rows, take their time. */
const timeoutMs = 60_000;

export function usePreview({ preview }: ImportRoutes) {
  const api = useApi();
  return useMutation({
    mutationFn: (csv: File) => api.call(preview, { csv, timeoutMs }),
  });
}

/** 100 rows of a preview. */
export function useImportRows({ rows }: ImportRoutes, id: string, outcome: ImportOutcome, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: locationKeys.importRows.of(id, outcome, page),
    queryFn: ({ signal }) =>
      api.call(rows, { params: { id }, query: { outcome, offset: page * 100 }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useStoreImport({ store }: ImportRoutes, onStored: () => void) {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.call(store, { params: { id }, timeoutMs }),
    onSettled: onStored,
  });
}

/** Gives the wrong rows to the browser as a file. */
export function useErrorsFile({ errors }: ImportRoutes) {
  const api = useApi();
  return useMutation({
    mutationFn: async (id: string) => {
      const url = URL.createObjectURL(await api.file(errors, { params: { id } }));
      const link = document.createElement('a');
      link.href = url;
      link.download = 'wrong rows.csv';
      link.click();
      // The browser has begun the download by then.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
  });
}
