import type { Plugin } from 'vite';
import { httpsUrl } from '../../src/format/https-url.ts';

/** Refuses a build whose address for complaints is not https; `npm start` builds first, so it is refused at the start. */
export const checkSettings: Plugin = {
  name: 'check-settings',
  apply: 'build',
  configResolved({ env }) {
    const url: unknown = env['VITE_COMPLAINT_URL'];
    if (typeof url === 'string' && url !== '' && httpsUrl(url) === undefined)
      throw new Error(`VITE_COMPLAINT_URL must be an https address, not "${url}".`);
  },
};
