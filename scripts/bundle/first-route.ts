interface ModuleGraph {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

/** Whether the page reaches a module by static imports alone, so that every first visit runs it. */
export function isFirstRoute(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  const info = graph.getModuleInfo(id);
  if (info === null || seen.has(id)) return false;
  seen.add(id);
  if (info.isEntry) return id.endsWith('/index.html');
  return info.importers.some((importer) => isFirstRoute(importer, graph, seen));
}
