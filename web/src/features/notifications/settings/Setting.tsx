import { Switch } from '@mantine/core';

interface SettingProps {
  label: string;
  description: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off. Its accessible name is the label alone; the text below is its description. */
export function Setting({ label, description, checked, onChange }: SettingProps) {
  return (
    <Switch
      label={label}
      aria-label={label}
      description={description}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
