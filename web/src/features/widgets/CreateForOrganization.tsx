import { Autocomplete, Button, Group, Loader } from '@mantine/core';
import { useMemo, useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useFoundOrganizations } from './use-widgets.ts';

/** Choices of the search (spec 3 section 2.7). */
const maxFound = 3;

interface CreateForOrganizationProps {
  opened: boolean;
  onClose: () => void;
  /** The organization that the widget is for. */
  onChosen: (organizationId: string) => void;
}

/** A full widget admin chooses by name whose widget is built. */
export function CreateForOrganization({ opened, onClose, onChosen }: CreateForOrganizationProps) {
  const [search, setSearch] = useState('');
  const found = useFoundOrganizations(search);
  // Two organizations may have one name: the choices of equal names are numbered.
  const choices = useMemo(() => {
    const byLabel = new Map<string, string>();
    for (const { id, name } of (found.data ?? []).slice(0, maxFound))
      byLabel.set(byLabel.has(name) ? `${name} (${byLabel.size + 1})` : name, id);
    return byLabel;
  }, [found.data]);
  const chosen = choices.get(search);
  const hasNone = found.isSuccess && !found.isPlaceholderData && choices.size === 0 && search.trim() !== '';
  return (
    <Dialog opened={opened} onClose={onClose} title="Super Admin Create Widget">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== undefined) onChosen(chosen);
        }}
      >
        <Autocomplete
          size="md"
          label="Customer"
          description={hasNone ? 'No customer has this name.' : 'Search by name, then choose one.'}
          data-autofocus
          limit={maxFound}
          data={[...choices.keys()]}
          filter={({ options }) => options}
          value={search}
          error={found.isError ? messageOf(found.error) : undefined}
          rightSection={found.isFetching ? <Loader size={16} /> : null}
          onChange={setSearch}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={chosen === undefined}>
            Create Widget
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
