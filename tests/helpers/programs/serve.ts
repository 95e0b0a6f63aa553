// The exchange without the app's pages, in a process that a test can kill or end. Configured by the environment.
import { parseConfig } from '../../../server/config/config.ts';
import { startServer } from '../../../server/start.ts';

const config = parseConfig(process.env);
if (!config.ok) throw new Error(config.error);
const { url, stop } = await startServer(config.value, { log: () => undefined });
process.on('SIGTERM', () => void stop().then(() => process.exit()));
console.log(`ready ${url} ${Math.round(process.uptime() * 1_000)}`);
