import type { SirenSettings } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { weekdayNames } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { midnight, timeChoices, weekText } from '../../../forms/alert-times/alert-times.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';
import { maxMessageLength } from '../public-address/message-length.ts';

export type AlertTime = SirenSettings['alertTimes'][number];

/** The settings that a form changes, numbers as they are typed. */
export type SirenFields = Omit<
  SirenSettings,
  | 'id'
  | 'locationName'
  | 'enabled'
  | 'timeZoneId'
  | 'publicPath'
  | 'timerNote'
  | 'revision'
  | 'radius'
  | 'allClearMinutes'
  | 'lightOffAfterHours'
> & {
  readonly radius: number | '';
  readonly allClearMinutes: number | '';
  /** Empty: the light stays on. */
  readonly lightOffAfterHours: number | '';
};

/** Guidance waits for half an hour without lightning (safety rule L15). */
export const guidanceMinutes = 30;
export const weakTimerNote =
  'Less than the 30 minutes that guidance asks for: people may be called back while lightning can still reach them.';
const maxRadiusMiles = 50;

/** Steps of a quarter of an hour. */
export const choices = timeChoices(15);

/** Seven days from Sunday; one that the settings do not have is off. */
export function wholeWeek(times: readonly AlertTime[]): AlertTime[] {
  return weekdayNames.map((_, day) => {
    const found = times.find((time) => time.day === day);
    return found ?? { day, startTime: '05:00:00', endTime: '23:00:00', allDay: false, enabled: false };
  });
}

/** Why the hours of a day are not valid: a start must be before its end, and midnight may end a day. */
export function daySentence({ enabled, allDay, startTime, endTime }: AlertTime): string | null {
  if (!enabled || allDay || endTime === midnight || startTime < endTime) return null;
  return 'The start must be before the end';
}

export function sirenFieldsOf(settings: SirenSettings): SirenFields {
  const { id: _, locationName, enabled, timeZoneId, publicPath, timerNote, revision, ...fields } = settings;
  return {
    ...fields,
    lightOffAfterHours: settings.lightOffAfterHours ?? '',
    alertTimes: wholeWeek(settings.alertTimes),
  };
}

type SirenBody = Partial<Omit<SirenSettings, 'locationName' | 'enabled'>>;

/** The parts that differ from the stored settings. */
export function sirenChanges(edited: SirenSettings, fields: SirenFields): SirenBody {
  const before: Record<string, unknown> = bodyOf(sirenFieldsOf(edited));
  return Object.fromEntries(
    Object.entries(bodyOf(fields)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
}

function bodyOf(fields: SirenFields): SirenBody {
  return {
    ...fields,
    postWarnMessage: fields.postWarnMessage.trim(),
    postAllClearMessage: fields.postAllClearMessage.trim(),
    radius: Number(fields.radius),
    allClearMinutes: Number(fields.allClearMinutes),
    lightOffAfterHours: fields.lightOffAfterHours === '' ? null : fields.lightOffAfterHours,
  };
}

/** Errors that are found before sending; the server has the same rules and more. */
export function sirenProblems(fields: SirenFields): FieldErrors {
  const { radius, allClearMinutes, postWarnMessage, postAllClearMessage, alertTimes } = fields;
  const errors: FieldErrors = {};
  if (radius === '' || radius <= 0 || radius > maxRadiusMiles)
    errors.Radius = [`Radius must be over 0 and at most ${maxRadiusMiles} miles`];
  if (allClearMinutes === '' || !Number.isInteger(allClearMinutes) || allClearMinutes < 1)
    errors.AllClearMinutes = ['Enter whole minutes'];
  const tooLong = [`At most ${maxMessageLength} characters`];
  if (postWarnMessage.trim().length > maxMessageLength) errors.PostWarnMessage = tooLong;
  if (postAllClearMessage.trim().length > maxMessageLength) errors.PostAllClearMessage = tooLong;
  for (const time of alertTimes) {
    const sentence = daySentence(time);
    if (sentence) errors[dayLabel(time.day)] = [`${weekdayNames[time.day]}: ${sentence}`];
  }
  return errors;
}

export const dayLabel = (day: number): string => `AlertTimes[${day}].StartTime`;

const labels = [
  ...['Radius', 'AllClearMinutes', 'Duration', 'Frequency', 'AllClearDuration', 'AllClearFrequency'],
  ...['PostWarnMessage', 'PostAllClearMessage', 'AfterSirenPaId', 'PostWarnClip', 'PostAllClearClip'],
  ...['LifeSafety', 'PolicyIds', 'LightOffAfterHours', 'OfflineWindow', 'PublicPage'],
];

export function sirenRefusal(thrown: unknown): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  // Those of a day stay under their own label.
  const days = Object.entries(errors).filter(([label]) => /^AlertTimes\[/i.test(label));
  const rest = Object.fromEntries(Object.entries(errors).filter(([label]) => !/^AlertTimes\[/i.test(label)));
  const { fields, others } = sortErrors(rest, labels);
  const ofDays = Object.fromEntries(
    days.map(([label, sentences]) => [dayLabel(Number(/\d+/.exec(label)?.[0])), [...sentences]]),
  );
  const all = { ...fields, ...ofDays };
  return {
    header: 'The settings were not saved',
    message: others.join(' ') || (Object.keys(all).length > 0 ? '' : messageOf(thrown)),
    fields: all,
  };
}

const plays = (count: number, seconds: number) => `${count} × ${seconds} s`;

/** The fields in words, for what somebody else changed. */
export const sirenTexts: Readonly<Record<string, (settings: SirenSettings) => string>> = {
  Radius: ({ radius }) => `${radius} mi`,
  'All-clear minutes': ({ allClearMinutes }) => String(allClearMinutes),
  'Warning signal': ({ frequency, duration }) => plays(frequency, duration),
  'All-clear signal': ({ allClearFrequency, allClearDuration }) => plays(allClearFrequency, allClearDuration),
  'Words after the warning': ({ postWarnMessage }) => postWarnMessage,
  'Words after the all clear': ({ postAllClearMessage }) => postAllClearMessage,
  'Life safety': ({ lifeSafety }) => (lifeSafety ? 'on' : 'off'),
  'Public page': ({ publicPage }) => (publicPage ? 'on' : 'off'),
  'Alert times': ({ alertTimes }) => weekText(wholeWeek(alertTimes)),
};
