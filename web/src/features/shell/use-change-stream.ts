import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listen } from '../../api/change-stream.ts';
import { createRefresher } from '../../api/refresher.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';

/** Listens to the server's announcements while the app is shown, and renews what they make old. */
export function useChangeStream(): void {
  const api = useApi();
  const client = useQueryClient();
  useEffect(() => {
    const refresh = createRefresher((queryKey) => client.invalidateQueries({ queryKey }));
    return listen(api, (changes) => {
      for (const change of changes) clock.set(change.now);
      refresh(changes);
    });
  }, [api, client]);
}
