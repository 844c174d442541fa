import type { ListView } from '../../features/widgets/WidgetList.tsx';
import { useAddress } from '../../tables/use-address.ts';

/** The search and the page of the list, in the address: a reload and the back button show the same cards. */
export function useListView(): [ListView, (part: Partial<ListView>) => void] {
  const [params, changeAddress] = useAddress();
  const change = (part: Partial<ListView>) =>
    changeAddress((before) => written({ ...read(before), ...part }));
  return [read(params), change];
}

function read(params: URLSearchParams): ListView {
  const page = params.get('page') ?? '';
  return {
    search: params.get('q') ?? '',
    by: { customerName: params.get('by') === 'customerName' },
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** Initial values are left out. */
function written({ search, by, page }: ListView): URLSearchParams {
  return new URLSearchParams({
    ...(search === '' ? {} : { q: search }),
    ...(by.customerName ? { by: 'customerName' } : {}),
    ...(page === 1 ? {} : { page: String(page) }),
  });
}
