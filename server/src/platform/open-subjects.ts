import type { TopicScopes } from './events/event-streams.ts';
import type { Job } from './jobs/implement-job.ts';
import type { Loop, OpenSubject, Platform, Retention, Subject } from './subject.ts';

/** What a test hands to a subject in the place of what its settings or the weather source would give. */
export interface SubjectOverride {
  readonly settings?: unknown;
  readonly feeds?: unknown;
}

export interface OpenSubjects {
  /** In the order of the list, lowest first. */
  readonly open: readonly { readonly name: string; readonly subject: OpenSubject<unknown> }[];
  readonly loops: readonly Loop[];
  readonly jobs: readonly Job[];
  readonly retention: readonly Retention[];
  /** The API of an open subject. */
  apiOf<Api>(subject: Subject<Api>): Api;
  /** Closes them in reverse order; one that fails stops no other. */
  close(): Promise<void>;
}

/**
 * Why a list of subjects cannot be opened: a name, topic or variable that two subjects have, or a needed
 * subject that is not before them.
 */
export function checkSubjects(subjects: readonly Subject[]): string[] {
  const problems: string[] = [];
  const twice = (what: string, of: (subject: Subject) => readonly string[]) => {
    const owners = new Map<string, string>();
    for (const subject of subjects) {
      for (const one of of(subject)) {
        const other = owners.get(one);
        if (other !== undefined) problems.push(`${other} and ${subject.name} both have the ${what} ${one}.`);
        owners.set(one, subject.name);
      }
    }
  };
  twice('name', ({ name }) => [name]);
  twice('topic', ({ topics }) => Object.keys(topics));
  twice('change topic', ({ changeTopics }) => changeTopics);
  twice('variable', ({ settings }) => Object.keys(settings.variables));
  for (const [index, { name, needs }] of subjects.entries()) {
    for (const need of Object.values(needs)) {
      if (!subjects.slice(0, index).includes(need)) {
        problems.push(`${name} needs ${need.name}, which does not come before it.`);
      }
    }
  }
  return problems;
}

/** The topics of the event stream that the subjects declare. */
export function topicScopes(subjects: readonly Subject[]): TopicScopes {
  return Object.assign({}, ...subjects.map(({ topics }) => topics));
}

/**
 * Opens the subjects in the order of the list. Throws, with none left open, when one cannot be opened.
 */
export async function openSubjects(
  subjects: readonly Subject[],
  platform: Platform,
  settingsOf: Readonly<Record<string, unknown>>,
  overrides: Readonly<Record<string, SubjectOverride>> = {},
): Promise<OpenSubjects> {
  const problems = checkSubjects(subjects);
  if (problems.length > 0) throw new Error(problems.join(' '));
  const apis = new Map<Subject, unknown>();
  const open: { name: string; subject: OpenSubject<unknown> }[] = [];
  const close = async () => {
    for (const { name, subject } of open.splice(0).reverse()) {
      await subject.close?.().catch((error: unknown) => {
        platform.log.error({ err: error, subject: name }, 'a subject could not be closed cleanly');
      });
    }
  };
  try {
    for (const definition of subjects) {
      const override = overrides[definition.name] ?? {};
      const settings = 'settings' in override ? override.settings : settingsOf[definition.name];
      const feeds = 'feeds' in override ? override.feeds : definition.openFeeds({ platform, settings });
      const needs = Object.fromEntries(
        Object.entries(definition.needs).map(([name, need]) => [name, apis.get(need)]),
      );
      const subject = await definition.open({ platform, settings, needs, feeds });
      apis.set(definition, subject.api);
      open.push({ name: definition.name, subject });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    open: [...open],
    loops: open.flatMap(({ subject }) => subject.loops ?? []),
    jobs: open.flatMap(({ subject }) => subject.jobs ?? []),
    retention: open.flatMap(({ subject }) => subject.retention ?? []),
    apiOf<Api>(subject: Subject<Api>): Api {
      if (!apis.has(subject)) throw new Error(`The subject ${subject.name} is not open.`);
      return apis.get(subject) as Api;
    },
    close,
  };
}
