import { describe, expect, it } from 'vitest';
import { createLog, type LogFormat, type LogLevel, logFault } from '../../server/log.ts';

function startLog(format: LogFormat, level: LogLevel = 'info') {
  const [out, err]: [string[], string[]] = [[], []];
  const log = createLog({
    level,
    format,
    out: { write: (line) => void out.push(line) },
    err: { write: (line) => void err.push(line) },
  });
  return { log, out, err };
}

describe('the log', () => {
  it('writes one JSON object a line, errors to the other stream, and nothing below its level', () => {
    const { log, out, err } = startLog('json', 'warn');
    log.info('quiet');
    log.warn({ log: 'http', ms: 1_200 }, 'slow call');
    logFault(log, '/v1/api/forex/submit', new TypeError('bad'), 'req-1');
    expect(out.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', log: 'http', ms: 1_200, msg: 'slow call' },
    ]);
    expect(out[0]).toMatch(/^\{.*\}\n$/);
    expect(err.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 'error',
        where: '/v1/api/forex/submit',
        request: 'req-1',
        msg: 'fault in /v1/api/forex/submit',
        err: { type: 'TypeError', message: 'bad', stack: expect.stringContaining('log.test.ts') },
      },
    ]);
  });

  it('writes lines for people', () => {
    const { log, out, err } = startLog('text', 'debug');
    log.info('Pipstream is ready');
    log.debug({ call: 'login', ms: 3, detail: '' }, 'call');
    logFault(log, 'store', 'The connection is lost.');
    logFault(log, 'chat', new Error('bad'));
    expect(out).toEqual(['Pipstream is ready\n', 'debug: call call=login ms=3\n']);
    expect(err[0]).toBe('fault in store: The connection is lost.\n');
    expect(err[1]).toMatch(/^fault in chat: Error: bad\n {4}at .*log\.test\.ts/);
  });

  it('writes none of an error’s own fields but its code: a database puts values of rows there', () => {
    const { log, err } = startLog('json');
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ann@example.com) already exists.',
    });
    logFault(log, 'store', error);
    expect(err[0]).toContain('"reason":"23505"');
    expect(err[0]).not.toContain('ann@example.com');
  });

  it.each(['json', 'text'] as const)('hides secrets that are passed by mistake, as %s', (format) => {
    const { log, out } = startLog(format);
    const secrets = { token: 'canary', password: 'canary', code: 'canary', demo_id: 'canary' };
    log.info({ ...secrets, email: 'canary', request: { headers: 'canary', url: 'canary' } }, 'mistake');
    expect(out[0]).toContain('mistake');
    expect(out[0]).not.toContain('canary');
  });
});
