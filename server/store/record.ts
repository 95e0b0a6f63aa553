import { getOrCreate } from '../../shared/get-or-create.ts';

/** `account_id` as `accountId`. */
type FieldName<Column> = Column extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<FieldName<Tail>>}`
  : Column;

/** `accountId` as `account_id`. */
type ColumnName<Field> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : Field;

/** A row as its room uses it: fields in camel case, undefined for null. */
export type RecordOf<Row> = {
  readonly [Column in keyof Row as FieldName<Column>]: null extends Row[Column]
    ? Exclude<Row[Column], null> | undefined
    : Row[Column];
};

/** Its fields as columns, null for undefined. */
export type RowOf<Fields> = {
  readonly [Field in keyof Fields as ColumnName<Field>]: undefined extends Fields[Field]
    ? Exclude<Fields[Field], undefined> | null
    : Fields[Field];
};

export const recordOf = <Row extends object>(row: Row): RecordOf<Row> =>
  // The type renames in the same way.
  renamed(row, camelCase, undefined) as RecordOf<Row>;

export const rowOf = <Fields extends object>(fields: Fields): RowOf<Fields> =>
  renamed(fields, snakeCase, null) as RowOf<Fields>;

function renamed(from: object, nameOf: (key: string) => string, absent: null | undefined): object {
  const to: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(from)) to[nameOf(key)] = value ?? absent;
  return to;
}

const fields = new Map<string, string>();
const columns = new Map<string, string>();

/** Few names, one for each column of every row that is read or written. */
const camelCase = (column: string): string =>
  getOrCreate(fields, column, () => column.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()));
/** `accountId` as `account_id`, which is also how parameters are named on the wire. */
export const snakeCase = (field: string): string =>
  getOrCreate(columns, field, () => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
