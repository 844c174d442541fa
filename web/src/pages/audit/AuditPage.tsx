import { useSearchParams } from 'react-router';
import { AuditFilters } from '../../features/audit/AuditFilters.tsx';
import { AuditList } from '../../features/audit/AuditList.tsx';
import { type AuditFilter, readFilter, writeFilter } from '../../features/audit/audit-filter.ts';
import { ChainState } from '../../features/audit/ChainState.tsx';
import { ExportMenu } from '../../features/audit/ExportMenu.tsx';
import { useAuditEntries } from '../../features/audit/use-audit.ts';
import page from '../page.module.css';

/** /Audit: who changed what in the organization, and whether the record of it verifies. */
export default function AuditPage() {
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const query = useAuditEntries(filter);
  const entries = query.data?.pages.flatMap((part) => part.entries) ?? [];
  const recordName = entries.find(({ recordName: name }) => name !== null)?.recordName ?? null;
  const change = (part: Partial<AuditFilter>) =>
    setAddress((before) => writeFilter(before, { ...readFilter(before), ...part }), { replace: true });
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Audit</h1>
          <p>Who changed what, and when. An entry is never changed or removed.</p>
        </div>
        <ExportMenu filter={filter} />
      </header>
      <ChainState />
      <AuditFilters filter={filter} recordName={recordName} onChange={change} />
      <AuditList query={query} filter={filter} />
    </>
  );
}
