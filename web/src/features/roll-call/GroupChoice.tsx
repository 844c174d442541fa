import { NativeSelect } from '@mantine/core';

interface GroupChoiceProps {
  groups: readonly { readonly id: string; readonly name: string }[];
  /** '' for none. */
  value: string;
  onChange: (id: string) => void;
}

/** To which group people belong. */
export function GroupChoice({ groups, value, onChange }: GroupChoiceProps) {
  return (
    <NativeSelect
      label="Group"
      description="Without a group you are counted, but your group still counts you as missing."
      size="lg"
      data={[{ value: '', label: 'No group' }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
