import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely';
import type { Db } from './schema.ts';

/** In place of a value that comes with each use. */
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
 * A statement that is put together once, not at each use: for those that every order runs, since that costs several
 * times as much as running them.
 * @param build from values which it passes on as they are, to be compared or stored; it must not look at them
 * @returns runs it on a connection or in a transaction; all uses must give values of the same names, else it throws a
 * TypeError
 */
export function prepared<V extends object, R>(
  build: (db: Db, values: V) => Compilable<R>,
): (db: Db, values: V) => Promise<QueryResult<R>> {
  /** Databases write it differently; all connections of one have the same adapter. */
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
    return db.executeQuery({ ...query, parameters });
  };
}
