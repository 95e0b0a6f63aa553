import { expect, it } from 'vitest';
import { openHttp } from '../http-fixture.ts';

it.each([
  ['https://m.example.com', 'max-age=31536000'],
  ['http://m.example.com', undefined],
  ['', undefined],
])('with the public origin %j every answer has strict-transport-security %j', async (origin, header) => {
  const http = await openHttp({ PUBLIC_ORIGIN: origin });
  for (const path of ['/readyz', '/api/index/base_data', '/nothing'])
    expect((await http.ask(path)).headers['strict-transport-security'], path).toBe(header);
});
