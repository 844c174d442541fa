import { z } from 'zod';

/** The parts of JSON Schema that the contract's schemas come out as. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minItems?: number;
}

export type Leaf = readonly (string | number)[];

/** What a schema accepts, as far as JSON Schema says; `texts` gives a text for a field by its name. */
export function sampleOf(schema: z.ZodType, texts: (name: string) => string): unknown {
  return sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '', texts);
}

function sample(schema: JsonSchema, name: string, texts: (name: string) => string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return sample(parts.find(({ type }) => type !== 'null') ?? {}, name, texts);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => sample(part, name, texts) as object));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (schema.properties || type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([field, part]) => [
      field,
      sample(part, field, texts),
    ]);
    return Object.fromEntries(fields);
  }
  if (type === 'array')
    return schema.prefixItems
      ? schema.prefixItems.map((part) => sample(part, name, texts))
      : Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
          sample(schema.items ?? {}, name, texts),
        );
  if (type === 'number' || type === 'integer') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return false;
  if (schema.format === 'date-time') return '2026-06-06T20:00:00Z';
  return texts(name);
}

/** Where the texts and numbers of a value are; of records also the places of the values. */
export function leavesOf(value: unknown, at: Leaf = []): Leaf[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([field, part]) =>
    leavesOf(part, [...at, Array.isArray(value) ? Number(field) : field]),
  );
}

/** The value with one leaf replaced. */
export function withLeaf(value: unknown, [field, ...rest]: Leaf, leaf: unknown): unknown {
  if (field === undefined) return leaf;
  if (Array.isArray(value))
    return value.map((part, index) => (index === field ? withLeaf(part, rest, leaf) : part));
  const record = value as Record<string, unknown>;
  return { ...record, [field]: withLeaf(record[field], rest, leaf) };
}
