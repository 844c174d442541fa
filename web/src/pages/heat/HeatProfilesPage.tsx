import type { WorkRestChoices, WorkRestProfile } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { ChoicesSection } from '../../features/heat/profiles/ChoicesSection.tsx';
import { ProfileCard } from '../../features/heat/profiles/ProfileCard.tsx';
import { ProfileModal } from '../../features/heat/profiles/ProfileModal.tsx';
import { useHeatProfiles } from '../../features/heat/profiles/use-heat-profiles.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { AddButton, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import classes from './HeatProfilesPage.module.css';

interface OpenForm {
  edited: WorkRestProfile | null;
  copied: WorkRestProfile | null;
  serial: number;
  opened: boolean;
}

/**
 * The work/rest profiles for heat: the published ones, the organization's own, and which applies where.
 * `heat-profiles:write` may change them.
 */
export default function HeatProfilesPage({ permissions }: { permissions: readonly string[] }) {
  const { profiles, risks, choices } = useHeatProfiles();
  const [form, setForm] = useState<OpenForm>({ edited: null, copied: null, serial: 0, opened: false });
  const open = (part: Partial<OpenForm>) =>
    setForm(({ serial }) => ({ edited: null, copied: null, ...part, serial: serial + 1, opened: true }));
  const mayWrite = permissions.includes('heat-profiles:write');

  const queries = [profiles, risks, choices];
  const failed = queries.find(({ error }) => error)?.error;
  const ready = profiles.data !== undefined && risks.data !== undefined && choices.data !== undefined;
  const retry = () => {
    for (const query of queries) if (query.isError) void query.refetch();
  };
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Heat profiles</h1>
          <p>How much work the heat allows, by the guidance that you choose for each location.</p>
        </div>
        {mayWrite && ready && <AddButton label="Add Profile" onAdd={() => open({})} />}
      </header>
      {failed && (
        <OldListAlert
          title={ready ? 'This page may be old' : 'Problem retrieving heat profiles'}
          error={failed}
          onRetry={retry}
        />
      )}
      {!ready && !failed && (
        <Delayed>
          <div className={classes.profiles} role="status" aria-busy="true" aria-label="Loading heat profiles">
            {[0, 1, 2].map((i) => (
              <Skeleton key={i} height={180} radius={12} />
            ))}
          </div>
        </Delayed>
      )}
      {ready && (
        <>
          <ChoicesSection choices={choices.data} profiles={profiles.data} mayWrite={mayWrite} />
          <h2 className={classes.title}>Profiles</h2>
          <div className={classes.profiles}>
            {profiles.data.map((profile) => (
              <ProfileCard
                key={profile.id}
                profile={profile}
                risk={risks.data.find(({ id }) => profile.useRiskProfile && id === profile.riskProfileId)}
                usedAt={usedAt(profile.id, choices.data)}
                onEdit={mayWrite && !profile.isPublished ? () => open({ edited: profile }) : null}
                onCopy={mayWrite ? () => open({ copied: profile }) : null}
              />
            ))}
          </div>
          {mayWrite && form.serial > 0 && (
            <ProfileModal
              key={form.serial}
              opened={form.opened}
              edited={form.edited}
              copied={form.copied}
              risks={risks.data}
              onClose={() => setForm((before) => ({ ...before, opened: false }))}
            />
          )}
        </>
      )}
    </>
  );
}

/** Where a profile applies, in words; null if nowhere. */
function usedAt(id: string, { defaultProfileId, usualProfileId, locations }: WorkRestChoices): string | null {
  const names = locations.filter(({ profileId }) => profileId === id).map(({ name }) => name);
  const others = locations.filter(({ profileId }) => profileId === null).length;
  if (id === (defaultProfileId ?? usualProfileId) && others > 0) {
    names.push(
      `${others} ${others === 1 ? 'location' : 'locations'} without a choice of ${others === 1 ? 'its' : 'their'} own`,
    );
  }
  return names.length === 0 ? null : `Holds at ${names.join(', ')}`;
}
