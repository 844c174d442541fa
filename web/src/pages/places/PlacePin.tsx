import { ActionIcon } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';

interface PlacePinProps {
  label: string;
  isPinned: boolean;
  tabIndex: 0 | -1;
  className?: string | undefined;
  onToggle: () => void;
}

/** Pins a place to the top of the page, for its user on this device. */
export function PlacePin({ label, isPinned, tabIndex, className, onToggle }: PlacePinProps) {
  return (
    <ActionIcon
      className={className ?? ''}
      variant="subtle"
      color="gray"
      size={44}
      tabIndex={tabIndex}
      aria-label={`Pin ${label}`}
      aria-pressed={isPinned}
      onClick={onToggle}
    >
      {isPinned ? <IconPinFilled size={18} /> : <IconPin size={18} stroke={1.6} />}
    </ActionIcon>
  );
}
