import {
  type ColumnDefinitionNode,
  DataTypeNode,
  GeneratedNode,
  type KyselyPlugin,
  type OperationNode,
  RawNode,
  type RootOperationNode,
} from 'kysely';

/** Maps the migrations' column types, written for SQLite, to equivalent PostgreSQL types. */
export const portableColumns: KyselyPlugin = {
  transformQuery: ({ node }) => portable(node),
  transformResult: async ({ result }) => result,
};

function portable(node: RootOperationNode): RootOperationNode {
  if (node.kind === 'CreateTableNode') return { ...node, columns: node.columns.map(portableColumn) };
  if (node.kind !== 'AlterTableNode' || node.columnAlterations === undefined) return node;
  return {
    ...node,
    columnAlterations: node.columnAlterations.map((one) =>
      one.kind === 'AddColumnNode' ? { ...one, column: portableColumn(one.column) } : one,
    ),
  };
}

function portableColumn(column: ColumnDefinitionNode): ColumnDefinitionNode {
  const { autoIncrement, ...rest } = { ...column, dataType: portableType(column.dataType) };
  if (autoIncrement !== true) return rest;
  return { ...rest, generated: GeneratedNode.create({ identity: true, byDefault: true }) };
}

function portableType(type: OperationNode): OperationNode {
  const name = 'dataType' in type ? type.dataType : undefined;
  // SQLite's integers have 64 bits under any type name.
  if (name === 'integer') return DataTypeNode.create('bigint');
  if (name === 'blob') return DataTypeNode.create('bytea');
  // Sorted by code point, as in SQLite, not by the server's locale.
  if (name === 'text') return RawNode.createWithSql('text collate "C"');
  return type;
}
