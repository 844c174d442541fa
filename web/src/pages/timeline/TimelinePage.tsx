import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../api/failure.ts';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { useApi } from '../../services.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import { readKinds } from './place-timeline.ts';
import classes from './Timeline.module.css';
import { TimelineFilters } from './TimelineFilters.tsx';
import { TimelineList } from './TimelineList.tsx';
import { spanQuery, type TimelineQuestion, useTimeline } from './use-timeline.ts';

/** /Timeline: what was observed, sent and done at a place, in the order of time. */
export default function TimelinePage() {
  const [address, setAddress] = useSearchParams();
  const places = useRouteQuery(routes.listOrganizationLocations, locationKeys.organizationLocations.all, {
    staleTime: 60_000,
  });
  const named = address.get('place');
  const question: TimelineQuestion = {
    place: named ?? places.data?.[0]?.id ?? '',
    ...{ from: address.get('from') ?? '', to: address.get('to') ?? '' },
  };
  const kinds = readKinds(address.get('kinds'));
  const timeline = useTimeline(question);
  const change = (part: Readonly<Record<string, string>>) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(part))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <div className={classes.page}>
      <header className={page.header}>
        <div className={page.words}>
          <h1>
            Timeline
            {timeline.data && (
              <span className={classes.ofPlace}> of {timeline.data.organizationLocationName}</span>
            )}
          </h1>
          <p>What was observed, sent and done at a place, in the order of time.</p>
        </div>
        <ExportButton question={question} />
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} />}
          disabled={!timeline.data}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </header>
      <TimelineFilters
        question={question}
        places={places.data ?? []}
        kinds={kinds}
        timeline={timeline.data}
        onChange={change}
      />
      <Content question={question} kinds={kinds} places={places} timeline={timeline} />
    </div>
  );
}

interface ContentProps {
  question: TimelineQuestion;
  kinds: ReturnType<typeof readKinds>;
  places: { readonly data: readonly unknown[] | undefined; readonly error: Error | null; refetch(): unknown };
  timeline: ReturnType<typeof useTimeline>;
}

function Content({ question, kinds, places, timeline }: ContentProps) {
  const { data, error, isFetching } = timeline;
  const retry = () => void (question.place === '' ? places.refetch() : timeline.refetch());
  if (question.place === '' && places.data)
    return (
      <div className={page.alone}>
        <h2>No locations yet</h2>
        <p>A timeline is of a location of the organization. There is none.</p>
      </div>
    );
  const failure = question.place === '' ? places.error : error;
  if (!data)
    return failure ? (
      <ListFailure
        title="Problem retrieving the timeline"
        {...{ error: failure, isFetching }}
        onRetry={retry}
      >
        What happened is not known here until then.
      </ListFailure>
    ) : (
      <Delayed>
        <p role="status">Loading the timeline…</p>
      </Delayed>
    );
  return (
    <>
      {error && <OldListAlert title="This timeline may be old" error={error} onRetry={retry} />}
      <TimelineList timeline={data} kinds={kinds} isFetching={isFetching} />
    </>
  );
}

function ExportButton({ question }: { question: TimelineQuestion }) {
  const api = useApi();
  const download = useMutation({
    mutationFn: () =>
      api.file(routes.exportTimeline, {
        params: { organizationLocationId: question.place },
        query: spanQuery(question),
      }),
    onSuccess: (file) => saveFile(file, 'timeline.csv'),
    onError: (error) => toast('error', 'The timeline was not exported', messageOf(error)),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} />}
      loading={download.isPending}
      disabled={question.place === ''}
      onClick={() => download.mutate()}
    >
      Export CSV
    </Button>
  );
}
