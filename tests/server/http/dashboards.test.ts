import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import {
  addBusMetrics,
  addCopyMetrics,
  addCrossingMetrics,
  addDealerMetrics,
  addFeedMetrics,
  addSealMetrics,
} from '../../../server/cluster/cluster-metrics.ts';
import { SECURITY_KINDS } from '../../../server/security/security-kinds.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { documentOf, panels, RULE, rules } from '../../helpers/watching.ts';
import { openHttp } from '../http-fixture.ts';

/** What the parts of an exchange have besides. */
function figuresOfParts(): Promise<string> {
  const registry = new Registry();
  addBusMetrics(registry, { isConnected: () => true });
  addCopyMetrics(registry, { lagMs: () => 0 });
  addCrossingMetrics(registry);
  addDealerMetrics(registry, { underWay: () => 0, shards: () => 0 });
  addSealMetrics(registry);
  addFeedMetrics(registry, { onTick: () => () => undefined });
  return registry.metrics();
}

it('the file of alerts has nothing but whole rules', () => {
  const rest = documentOf('operating', 'alerts.yaml').replace(RULE, '');
  expect(rest.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    'groups:',
    '  - name: pipstream',
    '    rules:',
  ]);
  const names = rules().map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names).size).toBe(names.length);
});

it('dashboard and alerts ask for metrics that there are, and each metric is on the dashboard', async () => {
  const http = await openHttp();
  const { text } = await http.ask('/metrics');
  const metrics = new Set(
    [...`${text}\n${await figuresOfParts()}`.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name ?? ''),
  );
  const asked = [...panels(), ...rules()]
    .map(({ expr }) => expr)
    .flatMap((expr) =>
      // Without label names and the strings of their values.
      [...expr.replaceAll(/\{[^}]*\}/g, '').matchAll(/\b(?:pipstream|process|nodejs)_\w+/g)].map(([name]) =>
        name.replace(/_(bucket|count|sum)$/, ''),
      ),
    );
  expect([...new Set(asked)].filter((name) => !metrics.has(name))).toEqual([]);
  const shown = panels()
    .map(({ expr }) => expr)
    .join('\n');
  expect([...metrics].filter((name) => !shown.includes(name))).toEqual([]);
  const told = documentOf('operating.md');
  expect([...metrics].filter((name) => !told.includes(`\`${name}`))).toEqual([]);
});

it('a panel that shows each process by itself names them', () => {
  const alone = panels().filter(({ expr }) => !/\b(sum|topk)\b/.test(expr));
  expect(alone.length).toBeGreaterThan(10);
  expect(alone.filter(({ legendFormat }) => !legendFormat.includes('{{node}}'))).toEqual([]);
});

it('failures that an alert must see at once are counted from 0', async () => {
  const http = await openHttp();
  const { text } = await http.ask('/metrics');
  expect(text).toContain('pipstream_orders_total{call="submitOrder",outcome="internal"} 0');
  const parts = await figuresOfParts();
  for (const outcome of ['unknown', 'failed'])
    expect(parts).toContain(`pipstream_crossing_seconds_count{call="submitOrder",outcome="${outcome}"} 0`);
});

it('selectors name calls, outcomes and kinds that there are', () => {
  const known: Readonly<Record<string, object>> = {
    call: ROUTES,
    outcome: { ...CODE, unknown: true, failed: true },
    kind: SECURITY_KINDS,
    role: { gateway: true, dealer: true, feed: true },
  };
  const selected = [...panels(), ...rules()]
    .map(({ expr }) => expr)
    .flatMap((expr) => [...expr.matchAll(/(\w+)=~?"([^"]+)"/g)]);
  expect(selected.length).toBeGreaterThan(5);
  for (const [, label = '', values = ''] of selected)
    for (const value of values.split('|'))
      expect(label === 'job' ? 'pipstream' : Object.keys(known[label] ?? {}), `${label}=${value}`).toContain(
        value,
      );
});

it('the documents say what to do at each alert', () => {
  const rows = [...documentOf('operating.md').matchAll(/^\| `(Pipstream\w+)` \| (.+?) \| .{20,} \|$/gm)];
  expect(rows.map(([, name, summary]) => ({ name, summary }))).toEqual(
    rules().map(({ name, summary }) => ({ name, summary })),
  );
});
