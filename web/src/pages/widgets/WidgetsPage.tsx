import type { Widget } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconAppWindow, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { CreateForOrganization } from '../../features/widgets/CreateForOrganization.tsx';
import { ShareDialog } from '../../features/widgets/share/ShareDialog.tsx';
import { useWidgets } from '../../features/widgets/use-widgets.ts';
import { WidgetList } from '../../features/widgets/WidgetList.tsx';
import { builderPath } from '../../features/widgets/widget-address.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { AddButton, ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';
import { useOpenForm } from '../use-open-form.ts';
import { useListView } from './list-view.ts';
import classes from './WidgetsPage.module.css';

/** /Widgets: what the organization shows on other pages (spec 3 section 2.7). */
export default function WidgetsPage({ user }: Pick<PageProps, 'user'>) {
  const { data: widgets, error, isFetching, refetch } = useWidgets();
  const [view, setView] = useListView();
  const { form: share, open, close } = useOpenForm<string>();
  const shared = widgets?.find(({ id }) => id === share.edited);
  const retry = () => void refetch();
  const add = user && <AddWidget organizationId={user.customerId} isFullAdmin={user.widgetAdmin === true} />;
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Widgets</h1>
          <p>What your website and other pages show of a place, live.</p>
        </div>
        {widgets && widgets.length > 0 && add}
      </header>
      {error && widgets && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !widgets && (
        <ListFailure title="Problem retrieving widgets" error={error} isFetching={isFetching} onRetry={retry}>
          Embedded widgets go on without this page.
        </ListFailure>
      )}
      {!error && !widgets && <Loading />}
      {widgets?.length === 0 && (
        <div className={page.alone}>
          <IconAppWindow size={44} stroke={1.4} aria-hidden="true" />
          <h2>Build your first widget – it's quick and simple!</h2>
          {add}
        </div>
      )}
      {widgets && widgets.length > 0 && (
        <WidgetList
          widgets={widgets}
          view={view}
          onView={setView}
          onShare={({ id }: Pick<Widget, 'id'>) => open(id)}
        />
      )}
      {shared && (
        <ShareDialog
          key={share.serial}
          widget={shared}
          sender={user?.fullName ?? ''}
          opened={share.opened}
          onClose={close}
        />
      )}
    </>
  );
}

interface AddWidgetProps {
  /** The own one. */
  organizationId: string;
  /** A full widget admin builds widgets of every organization. */
  isFullAdmin: boolean;
}

function AddWidget({ organizationId, isFullAdmin }: AddWidgetProps) {
  const navigate = useNavigate();
  const { form, open, close } = useOpenForm<never>();
  return (
    <div className={classes.buttons}>
      {isFullAdmin && (
        <>
          <AddButton label="Super Admin Create Widget" onAdd={() => open(null)} />
          {form.serial > 0 && (
            <CreateForOrganization
              key={form.serial}
              opened={form.opened}
              onClose={close}
              onChosen={(id) => void navigate(builderPath(id))}
            />
          )}
        </>
      )}
      <Button
        component={Link}
        to={builderPath(organizationId)}
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        variant={isFullAdmin ? 'default' : 'filled'}
      >
        Add Widget
      </Button>
    </div>
  );
}

function Loading() {
  return (
    <Delayed>
      <div className={classes.loading} role="status" aria-busy="true" aria-label="Loading widgets">
        {[0, 1, 2, 3, 4, 5].map((i) => (
          <Skeleton key={i} height={520} radius={12} />
        ))}
      </div>
    </Delayed>
  );
}
