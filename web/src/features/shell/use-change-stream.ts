import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listen } from '../../api/change-stream.ts';
import { createRefresher } from '../../api/refresher.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';

/** Receives the server's events while the app is shown, and renews the queries that they make stale. */
export function useChangeStream(): void {
  const api = useApi();
  const client = useQueryClient();
  useEffect(() => {
    const requestedAt = new WeakMap<object, number>();
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'fetch')
        requestedAt.set(event.query, performance.now());
    });
    const refresh = createRefresher((queryKey, requestedBeforeMs) =>
      client.invalidateQueries({
        queryKey,
        predicate: (query) => (requestedAt.get(query) ?? Number.NEGATIVE_INFINITY) < requestedBeforeMs,
      }),
    );
    const close = listen(api, (changes) => {
      for (const change of changes) clock.set(change.now);
      refresh(changes);
    });
    return () => {
      close();
      unsubscribe();
    };
  }, [api, client]);
}
