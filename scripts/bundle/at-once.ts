interface ModuleGraph {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

/** Whether an entry reaches a module by static imports alone, so that every start runs it. */
export function isAtOnce(id: string, graph: ModuleGraph, entry: string, seen = new Set<string>()): boolean {
  const info = graph.getModuleInfo(id);
  if (info === null || seen.has(id)) return false;
  seen.add(id);
  if (info.isEntry) return id.endsWith(entry);
  return info.importers.some((importer) => isAtOnce(importer, graph, entry, seen));
}
