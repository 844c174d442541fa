import { z } from 'zod';
import type { BaseSettings } from './base-settings.ts';

/** The description of a variable in docs/operations.md. */
export interface VariableDescription {
  /** The command-line flag that sets the same, without its dashes. */
  readonly flag?: string;
  /** The value without the variable, as people read it; '–' for none. */
  readonly fallback: string;
  readonly meaning: string;
}

/** An environment variable: `schema` reads its text, undefined where it is unset or empty. */
export interface Variable<Value = unknown> extends VariableDescription {
  readonly schema: z.ZodType<Value>;
}

export interface Reporting {
  /** Reports what is wrong: one sentence for the person who set it. */
  problem(sentence: string): void;
}

export interface SettingsContext extends Reporting {
  /** The settings of the installation, for every subject. */
  readonly base: BaseSettings;
}

/** The environment variables of one subject, and the settings that they make. */
export interface SettingsDefinition<Settings, Context extends Reporting = SettingsContext> {
  readonly variables: Readonly<Record<string, Variable>>;
  /** `values` are those of `variables`, each already read by its schema. */
  read(values: Readonly<Record<string, unknown>>, context: Context): Settings;
}

/** A subject as far as its settings go. */
export interface Configurable {
  readonly name: string;
  readonly settings: SettingsDefinition<unknown>;
}

type ValuesOf<Variables extends Record<string, Variable>> = {
  readonly [Name in keyof Variables]: Variables[Name] extends Variable<infer Value> ? Value : never;
};

export function defineSettings<
  Variables extends Record<string, Variable>,
  Settings,
  Context extends Reporting = SettingsContext,
>(
  variables: Variables,
  read: (values: ValuesOf<Variables>, context: Context) => Settings,
): SettingsDefinition<Settings, Context> {
  return {
    variables,
    // `readSettings` has read each value by the schema of its name.
    read: (values, context) => read(values as ValuesOf<Variables>, context),
  };
}

export const noSettings: SettingsDefinition<Record<string, never>> = { variables: {}, read: () => ({}) };

/**
 * The settings from `given` (the text of each variable). An invalid variable is reported and replaced by its
 * fallback, so that the others are checked as well.
 */
export function readSettings<Settings, Context extends Reporting>(
  { variables, read }: SettingsDefinition<Settings, Context>,
  given: (variable: string, flag?: string) => string | undefined,
  context: Context,
): Settings {
  const values = Object.entries(variables).map(([name, { schema, flag }]) => {
    const result = schema.safeParse(given(name, flag));
    if (result.success) return [name, result.data];
    for (const issue of result.error.issues) context.problem(issue.message);
    return [name, schema.parse(undefined)];
  });
  return read(Object.fromEntries(values), context);
}

/** Any text; empty without the variable unless `value` is given. */
export function text(description: VariableDescription, value = ''): Variable<string> {
  return { ...description, schema: z.string().default(value) };
}

/** A text that passes `accepts`; `problem` is the error of any other. */
export function checkedText(
  description: VariableDescription,
  accepts: (value: string) => boolean,
  problem: (value: string) => string,
  value = '',
): Variable<string> {
  const schema = z
    .string()
    .refine((given) => accepts(given), { error: ({ input }) => problem(String(input)) })
    .default(value);
  return { ...description, schema };
}

/** A number that passes `accepts`; null without the variable unless `value` is given. */
export function number<Fallback extends number | null>(
  description: VariableDescription,
  pattern: RegExp,
  accepts: (value: number) => boolean,
  problem: (value: string) => string,
  value: Fallback,
): Variable<number | Fallback> {
  const schema = z
    .string()
    .refine((given) => pattern.test(given) && accepts(Number(given)), {
      error: ({ input }) => problem(String(input)),
    })
    .transform(Number)
    .optional()
    .transform((given): number | Fallback => given ?? value);
  return { ...description, schema };
}

/** A whole number from 1 on; `fallback` is what it is without the variable. */
export function count(name: string, description: VariableDescription): Variable<number> {
  const problem = (value: string) => `${name} must be a whole number from 1 on, not '${value}'.`;
  const whole = /^[1-9]\d{0,8}$/;
  return number(description, whole, () => true, problem, Number(description.fallback));
}

/** One of a few words. */
export function choice<const Choices extends readonly string[]>(
  description: VariableDescription,
  choices: Choices,
  problem: (value: string) => string,
  value: Choices[number],
): Variable<Choices[number]> {
  const schema = z
    .string()
    .default(value)
    .pipe(z.enum(choices, { error: ({ input }) => problem(String(input)) }));
  return { ...description, schema: schema as z.ZodType<Choices[number]> };
}

/** `true` or `false`. */
export function flag(name: string, description: VariableDescription): Variable<boolean> {
  const problem = (value: string) => `${name} must be true or false, not '${value}'.`;
  const words = choice(description, ['true', 'false'], problem, 'false');
  return { ...description, schema: words.schema.transform((word) => word === 'true') };
}

/** An http or https URL without slashes at its end; empty without the variable unless `value` is given. */
export function address(name: string, description: VariableDescription, value = ''): Variable<string> {
  const schema = z
    .string()
    .refine((given) => isHttpAddress(given), {
      error: ({ input }) => `${name} must be an http or https address, not '${String(input)}'.`,
    })
    .default(value)
    .transform((given) => given.replace(/\/+$/, ''));
  return { ...description, schema };
}

export function isHttpAddress(text: string): boolean {
  return /^https?:\/\/[^/]/.test(text);
}
