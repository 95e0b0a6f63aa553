import type { Compilable, CompiledQuery, DialectAdapter, Kysely, QueryResult } from 'kysely';
import type { Schema } from './schema.ts';

/** In place of a value that comes with each use. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is put together once, not at each use: for those that every order runs, since that costs several
 * times as much as running them.
 * @param build from values which it passes on as they are, to be compared or stored; it must not look at them
 * @returns runs it on a connection or in a transaction. All uses give values of the same names, none left out
 */
export function prepared<V extends object, R>(
  build: (db: Kysely<Schema>, values: V) => Compilable<R>,
): (db: Kysely<Schema>, values: V) => Promise<QueryResult<R>> {
  /** Databases write it differently; all connections of one have the same adapter. */
  const written = new WeakMap<DialectAdapter, CompiledQuery<R>>();
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let query = written.get(adapter);
    if (query === undefined) {
      const places = Object.keys(values).map((name) => [name, new Place(name)]);
      query = build(db, Object.fromEntries(places)).compile();
      written.set(adapter, query);
    }
    const given = new Map(Object.entries(values));
    const parameters = query.parameters.map((one) => (one instanceof Place ? given.get(one.name) : one));
    return db.executeQuery({ ...query, parameters });
  };
}
