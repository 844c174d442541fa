import { type PageSize, pageSizes } from '../ui/table/table-pages.ts';
import { initialTableState, type TableState, type TableView } from '../ui/table/table-view.ts';
import { useAddress } from './use-address.ts';

const firstOf = (sizes: readonly PageSize[]) => sizes[0] ?? initialTableState.pageSize;

const parts = ['page', 'size', 'sort', 'q'] as const;

/** The state of the table `name` in an address; an unreadable part has its initial value. */
export function readTableState(
  params: URLSearchParams,
  name: string,
  sizes: readonly PageSize[] = pageSizes,
): TableState {
  const read = (part: (typeof parts)[number]) => params.get(`${name}.${part}`) ?? '';
  const sort = read('sort');
  const filters = [...params].filter(([key]) => key.startsWith(`${name}.is.`));
  return {
    page: /^[1-9]\d{0,4}$/.test(read('page')) ? Number(read('page')) : initialTableState.page,
    pageSize: sizes.find((size) => String(size) === read('size')) ?? firstOf(sizes),
    sorting: sort === '' ? null : { key: sort.replace(/^-/, ''), descending: sort.startsWith('-') },
    search: read('q'),
    filters: Object.fromEntries(filters.map(([key, value]) => [key.slice(`${name}.is.`.length), value])),
  };
}

/** The address with the state of the table `name`; initial values are left out. */
export function writeTableState(
  params: URLSearchParams,
  name: string,
  state: TableState,
  sizes: readonly PageSize[] = pageSizes,
): URLSearchParams {
  const written = new URLSearchParams([...params].filter(([key]) => !key.startsWith(`${name}.`)));
  const write = (part: string, value: string, isInitial: boolean) => {
    if (!isInitial) written.set(`${name}.${part}`, value);
  };
  write('page', String(state.page), state.page === initialTableState.page);
  write('size', String(state.pageSize), state.pageSize === firstOf(sizes));
  const { sorting } = state;
  write('sort', `${sorting?.descending ? '-' : ''}${sorting?.key ?? ''}`, sorting === null);
  write('q', state.search, state.search === '');
  for (const [key, value] of Object.entries(state.filters)) write(`is.${key}`, value, value === '');
  return written;
}

/**
 * The state of a table in the address of its page, so that a link, a reload and the back button show the same
 * rows. `name` distinguishes the tables of a page; `sizes` are the sizes that its pages may have, the first one
 * initially.
 */
export function useAddressTable(name: string, sizes: readonly PageSize[] = pageSizes): TableView {
  const [params, changeAddress] = useAddress();
  return {
    state: readTableState(params, name, sizes),
    change: (part) =>
      changeAddress((before) =>
        writeTableState(before, name, { ...readTableState(before, name, sizes), ...part }, sizes),
      ),
  };
}
