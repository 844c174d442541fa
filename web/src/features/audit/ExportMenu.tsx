import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/failure.ts';
import { auditKeys } from '../../api/query-keys/audit.ts';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { type AuditFilter, queryOf } from './audit-filter.ts';

/** A long chain takes a while. */
const timeoutMs = 10 * 60_000;

/** The chain as JSON lines, which can be verified, or the shown selection as CSV. */
export function ExportMenu({ filter }: { filter: AuditFilter }) {
  const api = useApi();
  const client = useQueryClient();
  const download = useMutation({
    mutationFn: (format: 'jsonl' | 'csv') =>
      api.file(routes.exportAudit, {
        query: { format, ...(format === 'csv' && queryOf(filter)) },
        timeoutMs,
      }),
    onSuccess: (file, format) => saveFile(file, `audit.${format}`),
    onError: (error) => toast('error', 'The audit was not exported', messageOf(error)),
    // An export is an entry itself.
    onSettled: () => void client.invalidateQueries({ queryKey: auditKeys.entries.all }),
  });
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          rightSection={<IconChevronDown size={16} />}
          loading={download.isPending}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download.mutate('jsonl')}>
          Whole chain, to be verified (JSON lines)
        </Menu.Item>
        <Menu.Item onClick={() => download.mutate('csv')}>These entries, for a spreadsheet (CSV)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
