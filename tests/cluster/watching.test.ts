import { describe, expect, it } from 'vitest';
import { natsMissing, startBroker } from '../helpers/nats.ts';
import { BITCOIN, exchangeOf, PATIENT, READS_METRICS } from '../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { panels, rules } from '../helpers/watching.ts';
import { ask, form } from '../server/http-fixture.ts';

/** Series of one name: the values of each of their labels. */
type Labels = ReadonlyMap<string, ReadonlySet<string>>;

/** Prometheus itself adds these to what it reads. */
const ADDED = new Map([['up', new Map([['job', new Set(['pipstream'])]])]]);

/** What processes answered at `/metrics`: the labels of each series, by its name. */
function seriesOf(texts: readonly string[]): ReadonlyMap<string, Labels> {
  const series = new Map<string, Map<string, Set<string>>>(ADDED);
  for (const [, name = '', list = ''] of texts.join('\n').matchAll(/^([a-z_]+)(?:\{(.*)\})? \S+$/gm)) {
    const labels = series.get(name) ?? new Map<string, Set<string>>();
    series.set(name, labels);
    for (const [, label = '', value = ''] of list.matchAll(/(\w+)="([^"]*)"/g))
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
  }
  return series;
}

/** What an expression and the legend beside it ask for, and no series has. */
function missingOf(expr: string, legend: string, series: ReadonlyMap<string, Labels>): readonly string[] {
  const matchers = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','));
  const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
  const named = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
  const wanted = [...matchers.map((one) => one.replace(/[=~!].*/, '')), ...grouped, ...named];
  const names = expr.replaceAll(/\{[^}]*\}/g, '').match(/\b(?:up|(?:pipstream|process)_\w+)\b/g) ?? [];
  if (names.length === 0) return [`${expr} names no series`];
  return names.flatMap((name) => {
    const labels = series.get(name);
    if (labels === undefined) return [name];
    const roles = matchers.flatMap((one) => /^role="(\w+)"$/.exec(one)?.[1] ?? []);
    const absent = roles.filter((role) => labels.get('role')?.has(role) !== true);
    return [...wanted.filter((label) => !labels.has(label)), ...absent].map((label) => `${name} ${label}`);
  });
}

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)('dashboard and alerts', () => {
  const postgres = usePostgres();

  it('name series and labels that the roles of an exchange have', async () => {
    const [database, broker] = [await postgres.database(), await startBroker()];
    const start = exchangeOf(database, broker.url);
    const parts = [start('feed'), start('dealer'), start('gateway')];
    const ports = await Promise.all(parts.map((part) => part.port()));
    const gateway = ports[2] ?? 0;
    await expect.poll(async () => (await ask(gateway, '/healthz')).status, PATIENT).toBe(200);

    expect((await ask(gateway, '/api/user/loginForU', form({ demo_id: 'none' }))).code).not.toBe(1);
    const demo = await ask(gateway, '/api/user/createAccountDemoForU');
    const login = await ask(gateway, '/api/user/loginForU', form({ demo_id: demo.data.demo_id }));
    const order = `/v1/api/forex/submit?type=1&cont=0.01&forex_id=${BITCOIN}&status=1&multiple=10`;
    const sent = await ask(gateway, order, { headers: { authorization: login.data.token } });
    expect(sent).toMatchObject({ code: 1 });

    const scraped = async () =>
      seriesOf(
        await Promise.all(ports.map(async (port) => (await ask(port, '/metrics', READS_METRICS)).text)),
      );
    // Security events are counted a while after they happen.
    await expect
      .poll(async () => (await scraped()).has('pipstream_security_events_total'), PATIENT)
      .toBe(true);
    const series = await scraped();
    const asked = [...panels(), ...rules().map(({ expr }) => ({ expr, legendFormat: '' }))];
    expect(asked.flatMap(({ expr, legendFormat }) => missingOf(expr, legendFormat, series))).toEqual([]);
    expect(series.get('pipstream_ready')?.get('role')).toEqual(new Set(['feed', 'dealer', 'gateway']));
  });
});
