import { ianaTimeZone, timeZoneOptions } from '@allclear/domain';
import { Select } from '@mantine/core';
import { useMemo } from 'react';

interface TimeZoneSelectProps {
  /** An IANA name, or one of the names and codes of the product. */
  value: string;
  error: string | undefined;
  label?: string;
  description?: string;
  /** '' may be chosen, by clearing it. */
  isOptional?: boolean;
  onChange: (timeZone: string) => void;
}

/** The four names of the specification first, then every zone that this browser supports. */
export function TimeZoneSelect({
  value,
  error,
  label = 'Time zone',
  description,
  isOptional = false,
  onChange,
}: TimeZoneSelectProps) {
  const chosen = ianaTimeZone(value) ?? value;
  const data = useMemo(() => zoneGroups(chosen), [chosen]);
  return (
    <Select
      label={label}
      description={description}
      searchable
      required={!isOptional}
      clearable={isOptional}
      allowDeselect={false}
      nothingFoundMessage="No such time zone"
      data={data}
      value={chosen === '' ? null : chosen}
      error={error}
      comboboxProps={{ keepMounted: false }}
      maxDropdownHeight={320}
      onChange={(zone) => (zone !== null || isOptional) && onChange(zone ?? '')}
    />
  );
}

function zoneGroups(chosen: string) {
  const first = timeZoneOptions.map(({ name, timeZone }) => ({
    value: timeZone,
    label: `${name} (${timeZone.replace(/_/g, ' ')})`,
  }));
  const there = new Set<string>(first.map(({ value }) => value));
  const others = new Set(Intl.supportedValuesOf('timeZone').filter((zone) => !there.has(zone)));
  // The current value is always among the choices, even if this browser does not list it.
  if (chosen !== '' && !there.has(chosen)) others.add(chosen);
  return [
    { group: 'United States', items: first },
    {
      group: 'All time zones',
      items: [...others].sort().map((zone) => ({ value: zone, label: zone.replace(/_/g, ' ') })),
    },
  ];
}
