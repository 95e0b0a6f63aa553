import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { connectionOf } from './pipeline.ts';
import type { Db } from './schema.ts';

/** Placeholder for a value supplied with each use. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

interface Written<R> {
  readonly query: CompiledQuery<R>;
  readonly names: ReadonlySet<string>;
}

/**
 * Builds a statement once instead of at each use. For the statements of every order: building them takes
 * several times as long as running them.
 * @param build uses the values only to compare or store them; it must not inspect them
 * @returns a function that runs the statement on a connection or transaction; it throws a TypeError if the
 * names of the values differ from the first use
 */
export function prepared<V extends object, R>(
  build: (db: Db, values: V) => Compilable<R>,
): (db: Db, values: V) => Promise<QueryResult<R>> {
  /** Each database needs its own SQL; all connections of one database share an adapter. */
  const written = new WeakMap<DialectAdapter, Written<R>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    const names = Object.keys(values);
    let known = written.get(adapter);
    if (known === undefined) {
      const places = Object.fromEntries(names.map((name) => [name, new Place(name)]));
      // The builder only passes them on.
      known = { query: build(db, places as V).compile(), names: new Set(names) };
      written.set(adapter, known);
    }
    const { query } = known;
    if (names.length !== known.names.size || !names.every((name) => known.names.has(name)))
      throw new TypeError(`a statement of ${[...known.names]} was given ${names}`);
    const parameters = query.parameters.map((one) =>
      one instanceof Place ? Reflect.get(values, one.name) : one,
    );
    const statement = { ...query, parameters };
    return connectionOf(db)?.executeQuery<R>(statement) ?? db.executeQuery(statement);
  };
}

/** As `prepared`, for a statement over several rows with the same names: one statement for each number of rows. */
export function preparedRows<V extends object, R>(
  build: (db: Db, rows: readonly V[]) => Compilable<R>,
): (db: Db, rows: readonly V[]) => Promise<QueryResult<R>> {
  const byCount = new Map<number, ReturnType<typeof prepared<Record<string, unknown>, R>>>();
  return (db, rows) => {
    const run = getOrCreate(byCount, rows.length, () => {
      const names = Object.keys(rows[0] ?? {});
      return prepared((to: Db, flat: Record<string, unknown>) =>
        build(
          to,
          // Each has the names of a row.
          rows.map((_, i) => Object.fromEntries(names.map((name) => [name, flat[`${i} ${name}`]])) as V),
        ),
      );
    });
    const flat: Record<string, unknown> = {};
    rows.forEach((row, i) => {
      for (const [name, value] of Object.entries(row)) flat[`${i} ${name}`] = value;
    });
    return run(db, flat);
  };
}

/** The rows in parts of 1, 2, 4, ... rows, the largest first: few statements are then enough for any number of rows. */
export function* inFewSizes<V>(rows: readonly V[]): Iterable<readonly V[]> {
  for (let at = 0; at < rows.length; ) {
    const count = 2 ** Math.floor(Math.log2(rows.length - at));
    yield rows.slice(at, at + count);
    at += count;
  }
}
