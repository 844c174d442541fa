import type { ImportPreview } from '@allclear/contract';
import { Alert, Button, FileInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload, IconFileTypeCsv } from '@tabler/icons-react';
import { messageOf } from '../../api/failure.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './Import.module.css';
import { PreviewRows } from './PreviewRows.tsx';
import { type ImportRoutes, useErrorsFile, usePreview, useStoreImport } from './use-import.ts';

interface ImportDialogProps {
  opened: boolean;
  title: string;
  routes: ImportRoutes;
  /** What stands in each column: 'Name (required)'. */
  columns: readonly string[];
  onStored: () => void;
  onClose: () => void;
}

/** A CSV file is chosen, what it would do is shown, and it is stored when it is asked for. */
export default function ImportDialog({
  opened,
  title,
  routes,
  columns,
  onStored,
  onClose,
}: ImportDialogProps) {
  const small = useMediaQuery('(max-width: 48em)');
  const preview = usePreview(routes);
  const store = useStoreImport(routes, onStored);
  const shown = preview.data;
  const choose = (file: File | null) => {
    store.reset();
    if (file) preview.mutate(file);
    else preview.reset();
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size={760}
      fullScreen={small ?? false}
      closeOnClickOutside={false}
    >
      <div className={classes.body}>
        {!shown && (
          <div>
            <p>A CSV file in UTF-8, with a comma or a semicolon between its cells, and these columns:</p>
            <ul className={classes.columns}>
              {columns.map((column) => (
                <li key={column}>{column}</li>
              ))}
            </ul>
          </div>
        )}
        <FileInput
          label="CSV file"
          placeholder="Choose a file"
          accept=".csv,text/csv"
          leftSection={<IconFileTypeCsv size={18} aria-hidden="true" />}
          clearable={false}
          disabled={preview.isPending || store.isPending}
          error={preview.error ? messageOf(preview.error) : undefined}
          onChange={choose}
        />
        {preview.isPending && <p role="status">Reading the file…</p>}
        {shown && <Preview routes={routes} preview={shown} />}
        {store.error && (
          <Alert color="var(--danger)" variant="outline" title="Nothing was imported" role="alert">
            {messageOf(store.error)}
          </Alert>
        )}
        <Footer
          preview={shown}
          isStoring={store.isPending}
          isRefused={store.isError}
          onClose={onClose}
          onStore={(id) =>
            store.mutate(id, {
              onSuccess: ({ message }) => {
                toast('success', 'Imported', message);
                onClose();
              },
            })
          }
        />
      </div>
    </Dialog>
  );
}

function Preview({ routes, preview }: { routes: ImportRoutes; preview: ImportPreview }) {
  const { counts, ignoredColumns, id } = preview;
  const errors = useErrorsFile(routes);
  return (
    <>
      <p role="status">
        {counts.add} to add, {counts.change} to change, {counts.skip} without a change, {counts.error} wrong.
        Nothing is stored yet.
      </p>
      {counts.check > 0 && (
        <p className={classes.hint}>
          {counts.check === 1 ? 'One position was' : `${counts.check} positions were`} found by the address
          and will be marked for checking.
        </p>
      )}
      {ignoredColumns.length > 0 && (
        <p className={classes.hint}>Columns that are left out: {ignoredColumns.join(', ')}.</p>
      )}
      {counts.error > 0 && (
        <div>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            loading={errors.isPending}
            onClick={() => errors.mutate(id)}
          >
            Download wrong rows
          </Button>
          {errors.error && <p className={classes.problem}>{messageOf(errors.error)}</p>}
        </div>
      )}
      <PreviewRows key={id} routes={routes} preview={preview} />
    </>
  );
}

interface FooterProps {
  preview: ImportPreview | undefined;
  isStoring: boolean;
  isRefused: boolean;
  onClose: () => void;
  onStore: (id: string) => void;
}

function Footer({ preview, isStoring, isRefused, onClose, onStore }: FooterProps) {
  const count = preview ? preview.counts.add + preview.counts.change : 0;
  return (
    <div className={classes.footer}>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button
        disabled={count === 0 || isRefused}
        loading={isStoring}
        onClick={() => preview && onStore(preview.id)}
      >
        {count === 0 ? 'Import' : `Import ${count} ${count === 1 ? 'row' : 'rows'}`}
      </Button>
    </div>
  );
}
