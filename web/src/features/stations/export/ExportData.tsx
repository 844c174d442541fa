import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ExportDataDialog } from './ExportDataDialog.tsx';

/** The button that opens the export of a station's record. */
export function ExportData(station: { stationId: string; stationName: string; timeZone: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        style={{ justifySelf: 'start' }}
        leftSection={<IconDownload size={18} />}
        onClick={() => setOpened(true)}
      >
        Export Data
      </Button>
      {opened && <ExportDataDialog {...station} onClose={() => setOpened(false)} />}
    </>
  );
}
