import type { QueryOf, responseRequestPeople } from '@allclear/contract';
import type { ResponseWay } from '@allclear/domain';
import { Pagination, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { pollingMs } from '../../api/polling.ts';
import { responseKeys } from '../../api/query-keys/responses.ts';
import { routes } from '../../api/routes.ts';
import { shortDateTime } from '../../clock/time-text.ts';
import { useApi } from '../../services.ts';
import { StaleNote } from '../../ui/CardStates.tsx';
import classes from './Responses.module.css';

type Kind = NonNullable<QueryOf<typeof responseRequestPeople>['kind']>;

const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** As the server has them. */
const perPage = 100;

const titles: Readonly<Record<Kind, string>> = {
  help: 'Need help',
  none: 'No response',
  inside: 'Inside',
  read: 'Only read',
};

/** Everybody who was asked: by what they responded, and by a part of a name. */
export function PeopleSearch({ requestId }: { requestId: string }) {
  const [kind, setKind] = useState<Kind>('none');
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 250);
  return (
    <div className={classes.search}>
      <Select
        label="Response"
        data={Object.entries(titles).map(([value, label]) => ({ value, label }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => setKind((Object.keys(titles) as Kind[]).find((one) => one === value) ?? 'none')}
      />
      <TextInput
        type="search"
        label="Name"
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <PeoplePages key={`${kind} ${search}`} requestId={requestId} kind={kind} search={search} />
    </div>
  );
}

interface PeoplePagesProps {
  requestId: string;
  kind: Kind;
  search?: string;
}

/** People of one kind by their names, a page at a time, as they are now. */
export function PeoplePages({ requestId, kind, search = '' }: PeoplePagesProps) {
  const api = useApi();
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    queryKey: responseKeys.requests.of(requestId, 'people', kind, search, page),
    queryFn: ({ signal }) =>
      api.call(routes.responseRequestPeople, {
        params: { id: requestId },
        query: { kind, page, ...(search === '' ? {} : { search }) },
        signal,
      }),
    refetchInterval: pollingMs.massMessages,
    placeholderData: (before) => before,
  });
  const title = titles[kind];
  if (!data)
    return error ? (
      <p role="alert">
        {title}: not known. {messageOf(error)}
      </p>
    ) : (
      <p aria-busy="true">{title}: loading…</p>
    );
  const pages = Math.max(1, Math.ceil(data.total / perPage));
  return (
    <div className={classes.found}>
      {error && <StaleNote>These names are those of the last answer.</StaleNote>}
      <p role="status">
        {title}: {data.total} {data.total === 1 ? 'person' : 'people'}
        {search !== '' && ' with such a name'}
      </p>
      {data.people.length > 0 && (
        <ul aria-label={title}>
          {data.people.map(({ id, name, groupName, response }) => (
            <li key={id}>
              {name}
              {groupName !== null && ` (${groupName})`}
              {response !== null && `: ${responseText(response)}`}
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <Pagination
          aria-label={`Pages of: ${title}`}
          size="lg"
          total={pages}
          value={Math.min(page, pages)}
          onChange={setPage}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </div>
  );
}

/** What is said of the way of a response: by SMS its sender is as sure as a phone number is. */
const ways: Readonly<Record<ResponseWay, readonly string[]>> = {
  app: [],
  link: [],
  sms: ['by SMS'],
  'sms-without-code': ['by SMS without the code'],
};

function responseText(response: {
  kind: string;
  place: string;
  atUtc: string;
  pressedUtc?: string | undefined;
  way: ResponseWay;
}) {
  const { kind, place, atUtc, pressedUtc, way } = response;
  return [
    ...(kind === 'read' ? [] : [place === '' ? 'place not said' : place]),
    shortDateTime(atUtc, readersZone),
    ...(pressedUtc ? [`pressed ${shortDateTime(pressedUtc, readersZone)}`] : []),
    ...ways[way],
  ].join(', ');
}
