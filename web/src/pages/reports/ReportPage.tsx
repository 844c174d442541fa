import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { messageOf } from '../../api/failure.ts';
import classes from '../../features/reports/Reports.module.css';
import { useMailedReport } from '../../features/reports/use-reports.ts';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';

/** /Reports/{id}: where the mail of a report leads, for everybody to whom it was sent. */
export default function ReportPage({ permissions }: Pick<PageProps, 'permissions'>) {
  const { reportId = '' } = useParams();
  const [search] = useSearchParams();
  const { formats, download } = useMailedReport(reportId, search.get('formats') ?? '');
  return (
    <div className={page.alone}>
      <h1>Report</h1>
      <p>A report that was sent to you is kept for 30 days.</p>
      <div className={classes.buttons}>
        {formats.map((format) => (
          <Button
            key={format}
            leftSection={<IconDownload size={18} />}
            loading={download.isPending && download.variables === format}
            onClick={() => download.mutate(format)}
          >
            Download {format.toUpperCase()}
          </Button>
        ))}
      </div>
      {download.error && (
        <p className={classes.problem} role="alert">
          {messageOf(download.error)} It may have been deleted, or was not sent to you.
        </p>
      )}
      {permissions.includes('historical_report.access') && <Link to="/Reports">My reports</Link>}
    </div>
  );
}
