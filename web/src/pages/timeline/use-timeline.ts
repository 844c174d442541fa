import type { Timeline } from '@allclear/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { timelineKeys } from '../../api/query-keys/timeline.ts';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';

/** Real ms between two questions while the span lasts. */
const askEveryMs = 30_000;

export interface TimelineQuestion {
  readonly place: string;
  /** Days or instants; '' for today. */
  readonly from: string;
  readonly to: string;
}

/** What of a question the API takes. */
export const spanQuery = ({ from, to }: TimelineQuestion) => ({
  ...(from !== '' && { from }),
  ...(to !== '' && { to }),
});

/** Whether what comes may still be on it. */
export const lasts = ({ madeUtc, toUtc }: Timeline) => Date.parse(toUtc) > Date.parse(madeUtc);

/** The timeline of a place; what was answered for another place is not shown for this one. */
export function useTimeline(question: TimelineQuestion) {
  const api = useApi();
  const { place } = question;
  const query = spanQuery(question);
  return useQuery<Timeline>({
    queryKey: timelineKeys.timeline.of(place, query),
    queryFn: ({ signal }) =>
      api.call(routes.getTimeline, { params: { organizationLocationId: place }, query, signal }),
    enabled: place !== '',
    placeholderData: (before, asked) => (asked?.queryKey[1] === place ? keepPreviousData(before) : undefined),
    refetchInterval: ({ state: { data } }) => (data === undefined || lasts(data) ? askEveryMs : false),
    staleTime: 0,
  });
}
