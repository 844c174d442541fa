import type { WorkRestChoices, WorkRestProfile } from '@allclear/contract';
import { NativeSelect } from '@mantine/core';
import { messageOf } from '../../../api/failure.ts';
import { useAddressTable } from '../../../tables/use-address-table.ts';
import { SearchableList } from '../../../ui/table/SearchableList.tsx';
import type { RowField } from '../../../ui/table/use-data-table.ts';
import { toast } from '../../../ui/toast.ts';
import classes from './HeatProfiles.module.css';
import { useSaveChoice } from './use-heat-profiles.ts';

interface ChoicesSectionProps {
  choices: WorkRestChoices;
  profiles: readonly WorkRestProfile[];
  mayWrite: boolean;
}

/** The organization, or one of its locations, with its chosen profile. */
interface ChoiceRow {
  id: string | null;
  name: string;
  note: string;
  chosen: string | null;
  revision: number | undefined;
  /** The choice of no profile. */
  unset: string;
}

const searchFields: readonly RowField<ChoiceRow>[] = [
  { key: 'location', header: 'Location', searchBy: ({ name }) => name },
];

/** Which profile applies to the organization and to each of its locations. */
export function ChoicesSection({ choices, profiles, mayWrite }: ChoicesSectionProps) {
  const save = useSaveChoice();
  const view = useAddressTable('locations');
  const nameOf = (id: string) =>
    profiles.find((profile) => profile.id === id)?.name ?? 'A profile that is not listed';
  const holds = choices.defaultProfileId ?? choices.usualProfileId;
  const choose = async (
    { id: organizationLocationId, revision }: { id: string | null; revision: number | undefined },
    profileId: string,
  ) => {
    try {
      const body = { organizationLocationId, profileId: profileId || null, revision };
      toast('success', (await save.mutateAsync(body)).message);
    } catch (thrown) {
      toast('error', 'Error updating the profile', messageOf(thrown));
    }
  };
  const options = profiles.map(({ id, name }) => ({ value: id, label: name }));
  const others: ChoiceRow = {
    id: null,
    name: 'All other locations',
    note: choices.defaultProfileId === null ? 'Nobody has chosen yet' : "Your organization's default",
    chosen: choices.defaultProfileId,
    revision: choices.defaultRevision,
    unset: `Not chosen: ${nameOf(choices.usualProfileId)}`,
  };
  const rows = choices.locations.map(
    (one): ChoiceRow => ({
      id: one.organizationLocationId,
      name: one.name,
      note: '',
      chosen: one.profileId,
      revision: one.revision,
      unset: `Like all others: ${nameOf(holds)}`,
    }),
  );
  return (
    <section className={classes.card} aria-labelledby="heat-choices">
      <h2 id="heat-choices">Profile of each location</h2>
      <SearchableList
        caption="Locations"
        fields={searchFields}
        rows={rows}
        view={view}
        none={<p className={classes.muted}>No location matches.</p>}
      >
        {(found) => (
          <ul className={classes.choices}>
            {[others, ...found].map((row) => (
              <li key={row.id ?? 'default'}>
                <span>
                  <strong>{row.name}</strong>
                  {row.note && <small>{row.note}</small>}
                </span>
                {mayWrite ? (
                  <NativeSelect
                    aria-label={`Profile of ${row.id === null ? 'all other locations' : row.name}`}
                    size="md"
                    value={row.chosen ?? ''}
                    disabled={save.isPending}
                    onChange={(event) => void choose(row, event.currentTarget.value)}
                    data={[{ value: '', label: row.unset }, ...options]}
                  />
                ) : (
                  <span>{row.chosen === null ? row.unset : nameOf(row.chosen)}</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </SearchableList>
    </section>
  );
}
