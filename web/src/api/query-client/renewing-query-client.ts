import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * A query client in which an invalidation counts for a first request that is under way, too. TanStack Query lets it join
 * that request, whose answer then counts as current although it may be older than the change: a page that was loading when
 * a strike came would show the state before it until the next change. Here such a query is requested once more.
 */
export class RenewingQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const loading = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
    const renewals = loading.map((query) => this.#renewOnceLoaded(query, options));
    await Promise.all([super.invalidateQueries(filters, options), ...renewals]);
  }

  async #renewOnceLoaded(query: Query, options: InvalidateOptions | undefined): Promise<void> {
    // Its failure is its own matter; there is nothing old to renew then.
    await query.promise?.catch(() => undefined);
    if (query.state.data !== undefined)
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true }, options);
  }
}
