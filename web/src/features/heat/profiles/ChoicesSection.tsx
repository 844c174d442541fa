import type { WorkRestChoices, WorkRestProfile } from '@allclear/contract';
import { NativeSelect } from '@mantine/core';
import { messageOf } from '../../../api/failure.ts';
import { toast } from '../../../ui/toast.ts';
import classes from './HeatProfiles.module.css';
import { useSaveChoice } from './use-heat-profiles.ts';

interface ChoicesSectionProps {
  choices: WorkRestChoices;
  profiles: readonly WorkRestProfile[];
  mayWrite: boolean;
}

/** Which profile holds: of the organisation, and of each of its locations. */
export function ChoicesSection({ choices, profiles, mayWrite }: ChoicesSectionProps) {
  const save = useSaveChoice();
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
  const rows = [
    {
      id: null,
      name: 'All other locations',
      note: choices.defaultProfileId === null ? 'Nobody has chosen yet' : "Your organization's default",
      chosen: choices.defaultProfileId,
      revision: choices.defaultRevision,
      unset: `Not chosen: ${nameOf(choices.usualProfileId)}`,
    },
    ...choices.locations.map((one) => ({
      id: one.organizationLocationId,
      name: one.name,
      note: '',
      chosen: one.profileId,
      revision: one.revision,
      unset: `Like all others: ${nameOf(holds)}`,
    })),
  ];
  return (
    <section className={classes.card} aria-labelledby="heat-choices">
      <h2 id="heat-choices">Which profile holds</h2>
      <ul className={classes.choices}>
        {rows.map((row) => (
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
    </section>
  );
}
