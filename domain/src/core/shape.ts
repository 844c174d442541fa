/** What a value that was received must be. For rooms whose bundle has no schemas. */
export type ShapeCheck = (value: unknown) => boolean;

/** A text. */
export const isText: ShapeCheck = (value) => typeof value === 'string';
/** A finite number. */
export const isNumber: ShapeCheck = (value) => typeof value === 'number' && Number.isFinite(value);
/** A text that is an instant. */
export const isInstant: ShapeCheck = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
export const isTrueOrFalse: ShapeCheck = (value) => typeof value === 'boolean';
/** One of these values. */
export const oneOf =
  (...values: readonly unknown[]): ShapeCheck =>
  (value) =>
    values.includes(value);
/** Null, or what passes the check. */
export const orNull =
  (check: ShapeCheck): ShapeCheck =>
  (value) =>
    value === null || check(value);
/** Undefined, or what passes the check. */
export const orMissing =
  (check: ShapeCheck): ShapeCheck =>
  (value) =>
    value === undefined || check(value);
/** A list of what passes the check. */
export const listOf =
  (check: ShapeCheck): ShapeCheck =>
  (value) =>
    Array.isArray(value) && value.every((one) => check(one));
/** An object whose fields pass these checks; further fields are allowed. */
export const objectOf =
  (fields: Readonly<Record<string, ShapeCheck>>): ShapeCheck =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check(Reflect.get(value, name)));
