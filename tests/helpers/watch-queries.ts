import type { RootOperationNode } from 'kysely';
import type { Db } from '../../server/store/schema.ts';

/** The same connection or transaction; `onQuery` is called with kind and table, e.g. `insert orders`, before each query. */
export const watchQueries = (db: Db, onQuery: (query: string) => void): Db =>
  db.withPlugin({
    transformQuery({ node }) {
      onQuery(described(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  });

function described(node: RootOperationNode): string {
  const kind = node.kind.replace('QueryNode', '').toLowerCase();
  const table = /"kind":"IdentifierNode","name":"(\w+)"/.exec(JSON.stringify(targetOf(node)))?.[1];
  return `${kind} ${table ?? ''}`;
}

function targetOf(node: RootOperationNode): unknown {
  switch (node.kind) {
    case 'SelectQueryNode':
    case 'DeleteQueryNode':
      return node.from;
    case 'InsertQueryNode':
      return node.into;
    case 'UpdateQueryNode':
      return node.table;
    default:
      return {};
  }
}
