import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { peopleKeys } from '../api/query-keys/people.ts';
import { routes } from '../api/routes.ts';
import { useRouteQuery } from '../api/use-route.ts';
import { historyPath } from '../session/paths.ts';
import classes from './form.module.css';

/** Leads to who changed a record, when and from what, for those who may read the audit. */
export function HistoryLink({ recordId }: { recordId: string }) {
  // The page has asked for the user; the form does not ask again.
  const { data } = useRouteQuery(routes.getCurrentUser, peopleKeys.currentUser.all, { enabled: false });
  if (!data?.permissions.includes('audit:read')) return null;
  return (
    <Anchor className={classes.history} component={Link} to={historyPath(recordId)}>
      History of changes
    </Anchor>
  );
}
