import { Button } from '@mantine/core';
import { IconFileAnalytics } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { PageProps } from '../page-manifest.ts';

const ReportDialog = lazy(() => import('../../features/reports/ReportDialog.tsx'));

interface ExportButtonProps extends Pick<PageProps, 'user' | 'permissions'> {
  /** The station of the page, and its place. */
  stationId: string;
  organizationLocationId?: string | null | undefined;
  /** What those without the permission have in its place: 'Export Data'. */
  children?: ReactNode;
}

/** 'Export Historical Report' for those who may, else the plain export (spec 3 sections 2.4 and 6). */
export function ExportButton({
  user,
  permissions,
  stationId,
  organizationLocationId,
  children,
}: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!user || !permissions.includes('historical_report.access')) return children;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileAnalytics size={18} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Export Historical Report
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog
            user={user}
            permissions={permissions}
            stationId={stationId}
            organizationLocationId={organizationLocationId ?? undefined}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
