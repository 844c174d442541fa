import { Skeleton } from '@mantine/core';
import { Link, Navigate, useParams } from 'react-router';
import { ApiFailure } from '../../api/failure.ts';
import { WidgetBuilder } from '../../features/widgets/builder/WidgetBuilder.tsx';
import { useWidget, useWidgetChoices } from '../../features/widgets/use-widgets.ts';
import { unauthorizedPath } from '../../session/paths.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';

/** /widgets/{customerId}/{widgetId}: the builder of a widget, of the own organization unless for a full widget admin. */
export default function WidgetBuilderPage({ user }: Pick<PageProps, 'user'>) {
  const { customerId: organizationId = '', widgetId = '' } = useParams();
  if (!user) return null;
  if (organizationId !== user.customerId && user.widgetAdmin !== true)
    return <Navigate to={unauthorizedPath} replace />;
  return (
    <Builder
      // Another address is another form.
      key={`${organizationId} ${widgetId}`}
      sender={user.fullName}
      organizationId={organizationId}
      widgetId={widgetId.toLowerCase() === 'builder' ? null : widgetId}
    />
  );
}

interface BuilderProps {
  sender: string;
  organizationId: string;
  /** Null for a new one. */
  widgetId: string | null;
}

function Builder({ sender, organizationId, widgetId }: BuilderProps) {
  const widget = useWidget(widgetId);
  const choice = useWidgetChoices(organizationId);
  const isGone = widget.error instanceof ApiFailure && widget.error.status === 404;
  const retry = () => {
    for (const query of [widget, choice]) if (query.isError) void query.refetch();
  };
  const isReady = choice.data !== undefined && (widgetId === null || widget.data !== undefined);
  const error = widget.error ?? choice.error;
  // A widget of another organization is none of this address.
  const isElsewhere = widget.data !== undefined && widget.data.customerId !== organizationId;
  if ((isGone && !widget.data) || isElsewhere) return <Gone />;
  if (!isReady && error)
    return (
      <ListFailure
        title="Problem retrieving the widget"
        error={error}
        isFetching={widget.isFetching || choice.isFetching}
        onRetry={retry}
      />
    );
  if (!isReady) return <Loading />;
  return (
    <>
      {error && !isGone && <OldListAlert title="This page may be old" error={error} onRetry={retry} />}
      <WidgetBuilder
        sender={sender}
        organizationId={organizationId}
        choice={choice.data}
        current={widget.data ?? null}
        isGone={isGone}
      />
    </>
  );
}

function Gone() {
  return (
    <div className={page.alone}>
      <h1>There is no such widget</h1>
      <p>It may have been deleted.</p>
      <Link to="/widgets">Back to Widgets</Link>
    </div>
  );
}

function Loading() {
  return (
    <Delayed>
      <div role="status" aria-busy="true" aria-label="Loading the widget">
        <Skeleton height={34} width={220} mb={16} />
        <Skeleton height={520} radius={12} />
      </div>
    </Delayed>
  );
}
