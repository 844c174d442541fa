import {
  IconAlertTriangle,
  IconBellRinging,
  IconBoltFilled,
  IconCloudRain,
  IconMist,
  IconSnowflake,
  IconSpeakerphone,
  IconSunHigh,
  IconTemperatureSun,
  IconUrgent,
  IconWind,
} from '@tabler/icons-react';

/** Icons of the numeric threat types (spec 1 section 3); an unknown type has the bell. */
const icons: Readonly<Record<number, typeof IconWind>> = {
  2: IconBoltFilled,
  3: IconTemperatureSun,
  4: IconSunHigh,
  5: IconSnowflake,
  6: IconCloudRain,
  7: IconWind,
  8: IconWind,
  9: IconMist,
  10: IconUrgent,
  11: IconAlertTriangle,
  13: IconSpeakerphone,
  14: IconSpeakerphone,
};

/** The icon of a kind of event. Decorative: a word is always beside it. */
export function EventIcon({ type, size = 20 }: { type: number; size?: number }) {
  const Icon = icons[type] ?? IconBellRinging;
  return <Icon size={size} stroke={1.8} aria-hidden="true" />;
}
