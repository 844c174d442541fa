import type { Policy, PolicyTypeEntry } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { useEffect, useState } from 'react';
import { fieldsOf, formOf, type PolicyFields } from './policy-fields.ts';

/** Which label an error of each field stands under. */
const labelOf: Partial<Record<keyof PolicyFields, string>> = {
  typeShortName: 'PolicyType',
  name: 'Name',
  threshold: 'Threshold',
  allClearMinutes: 'AllClearMinutes',
  reAlertMinutes: 'ReAlertMinutes',
  allGroups: 'Sites',
  sites: 'Sites',
  events: 'Events',
  lifeSafety: 'LifeSafety',
  notifyUsers: 'NotificationActions',
  notifyOnAllClear: 'NotificationActions',
};

/**
 * The form while it is filled in: its fields, what is wrong with them, and whether anything would be lost by
 * closing it.
 */
export function usePolicyDraft(edited: Policy | null, types: readonly PolicyTypeEntry[]) {
  const [began] = useState(() => fieldsOf(edited));
  const [fields, setFields] = useState(began);
  const [problems, setProblems] = useState<FieldErrors>({});
  const [refusals, setRefusals] = useState(0);
  const isChanged = wordsOf(fields, types) !== wordsOf(began, types);

  // The browser asks before a reload or a closed tab.
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);

  return {
    fields,
    problems,
    refusals,
    isChanged,
    change(part: Partial<PolicyFields>) {
      setFields((before) => ({ ...before, ...part }));
      const changed = Object.keys(part).filter(
        (field) => fields[field as keyof PolicyFields] !== part[field as keyof PolicyFields],
      );
      const renewed = new Set(changed.map((field) => labelOf[field as keyof PolicyFields]));
      if (renewed.size > 0)
        setProblems((before) =>
          Object.fromEntries(Object.entries(before).filter(([label]) => !renewed.has(label))),
        );
    },
    /**
     * Shows errors under their fields; `refusals` grows with each time, so that the first of them takes the
     * focus.
     */
    refuse(errors: FieldErrors) {
      setProblems(errors);
      setRefusals((count) => count + 1);
    },
  };
}

/** What would be sent, as text; before a type is chosen, what is written so far. */
function wordsOf(fields: PolicyFields, types: readonly PolicyTypeEntry[]): string {
  const type = types.find((one) => one.shortName === fields.typeShortName);
  return JSON.stringify(type ? formOf(fields, type) : fields);
}
